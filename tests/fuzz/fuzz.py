"""Fuzzing of one check with libFuzzer.

`python tests/fuzz/fuzz.py units|alignment|STRATEGY|a.SUFFIX [CORPUS] [-max_total_time=300 …]`

A name of a strategy checks its contract, a file name its reader, which begins with the small
file of `seeds`. Arguments after the name are those of libFuzzer. The dependency group `fuzz`
installs it.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

# A damaged one may ask for more memory than there is: a process of its own stays.
IN_A_PROCESS = ("outlook", "spreadsheet")  # modules of converters


def check_named(name: str) -> Callable[[bytes], object]:
    """Return the check of bytes that a name stands for."""
    with atheris.instrument_imports(include=["chunking"]):
        import checks
        from seeds import seeds

        # Modules that are imported later would not be instrumented.
        from chunking.loading import (  # noqa: F401
            chat_exports,
            docx,
            epub,
            html,
            isolated,
            mail,
            notebook,
            opendocument,
            pptx,
            rtf,
            spreadsheet,
            subtitles,
            xml_prose,
        )
        from chunking.loading.pdf import convert  # noqa: F401
        from chunking.strategies import available, get

        for each in available():
            get(each)
    in_a_process = isolated.convert
    # A process for each input would leave four inputs a second.
    isolated.convert = lambda converter, data: (
        in_a_process(converter, data)
        if converter.partition(".")[0] in IN_A_PROCESS
        else isolated.content_of(isolated.converted(converter, data, lambda: None))
    )
    found: dict[str, Callable[[bytes], object]] = {
        "units": checks.units,
        "alignment": checks.alignment,
        **{file: partial(checks.loading, file) for file in seeds()},
        **{each: strategy_check(each) for each in available()},
    }
    if name not in found:
        raise SystemExit(f"the first argument must be one of {', '.join(found)}, got {name!r}")
    return found[name]


def strategy_check(name: str) -> Callable[[bytes], object]:
    """Return the check of a strategy's contract on a text and settings that bytes stand for."""
    from hypothesis import given
    from hypothesis import strategies as st
    from test_contract import keeps_the_contract

    @given(st.data())
    def check(data: st.DataObject) -> None:
        keeps_the_contract(name, data)

    # Hypothesis declares no type for it.
    run: Callable[[bytes], object] = check.hypothesis.fuzz_one_input  # type: ignore[attr-defined]
    return run


def main() -> None:
    """Fuzz one check until it fails."""
    sys.path += [str(Path(__file__).parents[1])]
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    check = check_named(name)
    with TemporaryDirectory() as folder:
        from seeds import seeds

        Path(folder, "seed").write_bytes(seeds().get(name, b""))
        atheris.Setup([sys.argv[0], *sys.argv[2:], folder], check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
