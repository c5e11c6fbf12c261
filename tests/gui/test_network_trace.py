"""No server of the browser tests sends anything to another machine, nor asks for one's address."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from running import TRACES

ROOT = Path(__file__).parents[2]
_NEEDED = ("unshare", "strace", "ip")
# A network namespace whose only address is loopback.
_ALONE = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
_ADDRESS = re.compile(r"sa_family=AF_INET6?, .*?\"([\w.:]+)\"")
_TO_OTHERS = "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))"


def others(lines: Iterable[str]) -> list[str]:
    """Return the addresses of other machines in a trace."""
    found = [address for line in lines for address in _ADDRESS.findall(line)]
    return [each for each in found if not each.startswith("127.") and each != "::1"]


def test_a_trace_names_other_machines() -> None:
    v4, v6 = "sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr", "sa_family=AF_INET6, x"
    lines = [
        '1 connect(3, {sa_family=AF_UNIX, sun_path="/run/nscd/socket"}, 110) = -1 ENOENT',
        f'1 connect(3, {{{v4}("127.0.0.1")}}, 16) = 0',
        f'1 connect(3, {{{v4}("192.0.2.1")}}, 16) = 0',
        f'1 connect(3, {{{v6}, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), y=0}}, 28) = -1',
        f'1 sendto(3, "..", 2, 0, {{{v4}("198.51.100.7")}}, 16) = 2',
    ]
    assert others(lines) == ["192.0.2.1", "2001:db8::1", "198.51.100.7"]


@pytest.mark.nightly
@pytest.mark.browser
@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() != 0 or not all(map(shutil.which, _NEEDED)),
    reason=f"needs root and {', '.join(_NEEDED)}",
)
def test_the_browser_tests_pass_without_a_network_and_send_nothing(tmp_path: Path) -> None:
    control = tmp_path / "control"
    words = ["strace", "-f", "-qq", "-e", "trace=sendto", "-o", str(control), sys.executable, "-c"]
    subprocess.run([*_ALONE, *words, _TO_OTHERS], check=False, stderr=subprocess.DEVNULL)
    assert others(control.read_text("utf-8", "replace").splitlines()) == ["192.0.2.1"]
    control.unlink()
    tests = ["-m", "pytest", "-q", "-n", "0", "-m", "browser and not nightly", "tests/gui"]
    done = subprocess.run(
        [*_ALONE, sys.executable, *tests],
        cwd=ROOT,
        env={**os.environ, TRACES: str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    traces = [each.read_text("utf-8", "replace").splitlines() for each in tmp_path.iterdir()]
    assert traces
    assert [each for lines in traces for each in others(lines)] == []
