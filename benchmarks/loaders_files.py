"""Real documents of seven formats for the benchmark of loaders."""

from benchmarks.documents_files import File

_DOC = "usr/share/doc"
_POLICY = f"{_DOC}/debian-policy"
_HISTORY = f"{_DOC}/debian-history/docs/project-history"
_HANDBOOK = f"{_DOC}/debian-handbook/html/en-US"
_PYTHON = f"{_DOC}/python3.11/html"
_LIVE = f"{_DOC}/live-manual"
_REFERENCE = "usr/share/developers-reference"
_R = "usr/lib/R/site-library"
_STEPS = "features/steps/test_files"
_ZOO = f"{_R}/zoo/doc"
_SP = f"{_R}/sp/doc"


def _files(kind: str, origin: str, *paths: str) -> tuple[File, ...]:
    return tuple(File(kind, origin, path) for path in paths)


FILES = (
    *_files("pdf", "deb:libtasn1-doc", f"{_DOC}/libtasn1-doc/libtasn1.pdf"),
    *_files("pdf", "deb:bash-doc", f"{_DOC}/bash/bash.pdf", f"{_DOC}/bash/bashref.pdf"),
    *_files("pdf", "deb:debian-policy", f"{_POLICY}/fhs/fhs-3.0.pdf.gz"),
    *_files("pdf", "deb:r-cran-zoo", f"{_ZOO}/zoo.pdf", f"{_ZOO}/zoo-faq.pdf"),
    *_files("pdf", "deb:r-cran-sp", f"{_SP}/csdacm.pdf", f"{_SP}/intro_sp.pdf", f"{_SP}/over.pdf"),
    *_files("pdf", "deb:zlib1g-dev", f"{_DOC}/zlib1g-dev/crc-doc.1.0.pdf.gz"),
    *_files("pdf", "deb:debian-history", *(f"{_HISTORY}.{code}.pdf" for code in ("en", "fr"))),
    *_files("pdf", "deb:maint-guide-de", f"{_DOC}/maint-guide-de/maint-guide.de.pdf"),
    *_files("pdf", "deb:developers-reference", f"{_REFERENCE}/developers-reference.pdf"),
    *_files(
        "html", "deb:debian-policy",
        *(f"{_POLICY}/policy.html/ch-{name}.html"
          for name in ("sharedlibs", "relationships", "maintainerscripts", "source")),
    ),
    *_files(
        "html", "deb:debian-handbook",
        *(f"{_HANDBOOK}/sect.{name}.html"
          for name in ("apt-get", "dist-upgrade", "ftp-file-server")),
    ),
    *_files(
        "html", "deb:git-doc",
        *(f"{_DOC}/git-doc/{name}.html" for name in ("git-rebase", "SubmittingPatches")),
    ),
    *_files(
        "html", "deb:python3.11-doc",
        *(f"{_PYTHON}/{name}.html"
          for name in ("library/sched", "howto/unicode", "tutorial/classes")),
    ),
    *_files("html", "deb:developers-reference", f"{_REFERENCE}/resources.html"),
    *_files("html", "deb:nodejs-doc", f"{_DOC}/nodejs/api/zlib.html"),
    *_files("html", "deb:live-manual-html", f"{_LIVE}/html/live-manual.de.html"),
    *_files("epub", "deb:debian-policy", f"{_POLICY}/policy.epub"),
    *_files(
        "epub", "deb:debian-history",
        *(f"{_HISTORY}.{code}.epub" for code in ("en", "fr", "ru")),
    ),
    *_files("epub", "deb:developers-reference", f"{_REFERENCE}/developers-reference.epub"),
    *_files(
        "epub", "deb:live-manual-epub",
        *(f"{_LIVE}/epub/live-manual.{code}.epub" for code in ("en", "ja", "de")),
    ),
    *_files(
        "odt", "deb:live-manual-odf",
        *(f"{_LIVE}/odt/live-manual.{code}.odt" for code in ("en", "de", "ja")),
    ),
    *_files("odt", "pypi:odfpy", "api-for-odfpy.odt", "tests/examples/serious_poem.odt"),
    *_files(
        "docx", "pypi:python-docx",
        *(f"{_STEPS}/{name}.docx"
          for name in ("blk-paras-and-tables", "tbl-having-applied-style", "txt-font-props",
                       "par-known-paragraphs", "sct-section-props", "tbl-cell-access")),
        "tests/test_files/test.docx", "tests/test_files/having-images.docx",
    ),
    *_files(
        "pptx", "pypi:python-pptx",
        *(f"{_STEPS}/{name}.pptx"
          for name in ("ph-populated-placeholders", "tbl-cell", "txt-text", "sld-notes")),
    ),
    *_files(
        "ipynb", "pypi:nbsphinx",
        *(f"doc/{name}.ipynb"
          for name in ("markdown-cells", "code-cells", "usage", "configuration", "links",
                       "pre-executed")),
    ),
)  # fmt: skip
