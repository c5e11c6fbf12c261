"""The container file: its build, its user, its health check, and where its program listens."""

import http.client
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import Server, serving
from waiting import TIME_LIMIT

ROOT = Path(__file__).parent.parent.parent


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage with their arguments, `FROM` first."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    text = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ")
    found: list[list[tuple[str, str]]] = []
    for line in text.splitlines():
        if not line:
            continue
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, rest))
    return found


def last(instruction: str) -> str:
    """Return the argument of the only such instruction in the last stage."""
    [found] = [rest for name, rest in stages()[-1] if name == instruction]
    return found


def words_of(instruction: str) -> list[str]:
    """Return the words of a command in the last stage, which is a JSON list."""
    found: list[str] = json.loads("[" + last(instruction).partition("[")[2])
    return found


def upgrade(server: Server, host: str) -> int:
    """Return the status of a WebSocket request to a server under the name of a host."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIME_LIMIT)
    port = host.partition(":")[2]
    names = {"Host": host, "Origin": f"http://{host}", "Cookie": f"chunkscope-{port}={server.key}"}
    socket = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    connection.request("GET", "/_stcore/stream", headers=names | socket)
    status = connection.getresponse().status
    connection.close()
    return status


def is_healthy(server: Server) -> bool:
    """Return whether the health check succeeds, at the port of this server."""
    interpreter, *words = words_of("HEALTHCHECK")
    assert interpreter == "python"
    words = [word.replace(":8501/", f":{server.port}/") for word in words]
    done = subprocess.run([sys.executable, *words], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Run the program with the setting that the guide names for a published port."""
    guide = (ROOT / "docs" / "installation.md").read_text("utf-8")
    [(name, value)] = set(re.findall(r"--env (\w+)=(\S+)", guide))
    monkeypatch.setenv(name, value)
    with serving(tmp_path) as server:
        yield server


def test_the_last_stage_runs_as_a_user_without_rights() -> None:
    assert len(stages()) == 2
    instructions = [name for name, _ in stages()[-1]]
    user, group = map(int, last("USER").split(":"))
    assert user >= 1000
    assert group >= 1000
    assert instructions.index("USER") < instructions.index("ENTRYPOINT")
    assert "RUN" not in instructions[instructions.index("USER") :]


def test_the_last_stage_has_the_environment_of_the_first_and_the_same_python() -> None:
    first, second = stages()
    assert first[0][1] == f"{second[0][1]} AS build"
    assert last("COPY") == "--from=build /opt/chunkscope /opt/chunkscope"


def test_every_package_is_installed_within_the_constraints() -> None:
    installs = [rest for name, rest in stages()[0] if name == "RUN" and "pip install" in rest]
    locked, *others = installs
    assert "--require-hashes --requirement app.lock" in locked
    assert len(others) == 2
    for each in others:
        assert "--constraint constraints.txt" in each
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert any(line.startswith("torch==") for line in pins)


def test_the_build_sees_the_files_of_the_wheel_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    seen = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert seen == {
        ".streamlit", "LICENSE", "README.md", "app.lock", "app.py", "chunking", "chunkscope",
        "constraints.txt", "pages", "pyproject.toml",
    }  # fmt: skip
    for name in seen:
        assert (ROOT / name).exists(), name


def test_the_guide_publishes_the_port_of_the_container_on_loopback() -> None:
    assert words_of("ENTRYPOINT") == ["chunkscope"]
    assert words_of("CMD") == ["--no-browser", "--port", last("EXPOSE")]
    # The program in it listens on 127.0.0.1 until the person who runs it sets another address.
    assert [rest for name, rest in stages()[-1] if name == "ENV"] == [
        "PATH=/opt/chunkscope/bin:$PATH"
    ]
    guide = (ROOT / "docs" / "installation.md").read_text("utf-8").replace("\\\n", " ")
    runs = [shlex.split(line) for line in guide.splitlines() if line.startswith("docker run ")]
    ports = [words[words.index("--publish") + 1] for words in runs if "--publish" in words]
    assert set(ports) == {f"127.0.0.1:{last('EXPOSE')}:{last('EXPOSE')}"}


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_a_published_program_listens_on_all_addresses_for_local_names_only(
    published: Server,
) -> None:
    assert published.listening() == [f"0.0.0.0:{published.port}"]
    assert upgrade(published, "127.0.0.1:8501") == 101
    assert upgrade(published, "localhost:8501") == 101
    assert upgrade(published, "192.168.0.1:8501") == 403
    assert upgrade(published, "books.example") == 403


def test_the_health_check_tells_a_running_program_from_a_stopped_one(published: Server) -> None:
    assert is_healthy(published)
    published.stop()
    assert not is_healthy(published)
