"""Fuzzing of the checks with libFuzzer.

`python tests/fuzz/fuzz.py units|loading|alignment [CORPUS] [-max_total_time=300 …]`

Arguments after the name are those of libFuzzer. The dependency group `fuzz` installs it.
"""

import sys

import atheris


def main() -> None:
    """Fuzz one check until it fails."""
    with atheris.instrument_imports(include=["chunking"]):
        from checks import CHECKS

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
    # A process for each input would leave four inputs a second.
    isolated.convert = lambda kind, data: isolated.content_of(
        isolated.converted(kind, data, lambda: None)
    )
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in CHECKS:
        raise SystemExit(f"the first argument must be one of {', '.join(CHECKS)}, got {name!r}")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], CHECKS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
