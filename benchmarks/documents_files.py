"""Real documents of many kinds: the Debian package or PyPI project of each, and its path inside."""

from typing import NamedTuple


class File(NamedTuple):
    """A file of a Debian package or PyPI project.

    `path` is relative to the root of the package, or to the top folder of the source distribution;
    a file that ends in `.gz` is unpacked. `name` replaces the last part of the path.
    """

    kind: str
    origin: str
    path: str
    name: str = ""


_DOC = "usr/share/doc"
_POLICY = f"{_DOC}/debian-policy"
_HISTORY = f"{_DOC}/debian-history/docs/project-history"
_LICENSES = "usr/share/common-licenses"
_PYTHON = f"{_DOC}/python3.11/html"
_R = "usr/lib/R/site-library"
_VEGA = "vega_datasets/_data"
_FAQ = f"{_DOC}/debian/FAQ/debian-faq"
_DOCX = "features/steps/test_files"

FILES = (
    File("markdown", "deb:nodejs-doc", f"{_DOC}/nodejs/api/errors.md.gz"),
    File("markdown", "deb:nodejs-doc", f"{_DOC}/nodejs/api/stream.md.gz"),
    File("markdown", "deb:nodejs-doc", f"{_DOC}/nodejs/api/packages.md.gz"),
    File("markdown", "deb:r-cran-dplyr", f"{_R}/dplyr/NEWS.md"),
    File("markdown", "pypi:pytextrank", "docs/explain_algo.md"),
    File("rst", "deb:debian-policy", f"{_POLICY}/policy.html/_sources/ch-controlfields.rst.txt"),
    File("rst", "deb:debian-policy", f"{_POLICY}/policy.html/_sources/ch-opersys.rst.txt"),
    File("rst", "deb:python3.11-doc", f"{_PYTHON}/_sources/howto/unicode.rst.txt"),
    File("rst", "deb:python3.11-doc", f"{_PYTHON}/_sources/library/enum.rst.txt"),
    File("rst", "pypi:lmfit", "doc/model.rst"),
    File("standard", "deb:debian-policy", f"{_POLICY}/fhs/fhs-3.0.txt.gz"),
    File("standard", "deb:debian-policy", f"{_POLICY}/policy.txt.gz"),
    File("standard", "deb:debian-history", f"{_DOC}/debian-history/constitution.txt.gz"),
    File("standard", "deb:libjpeg62-turbo-dev", f"{_DOC}/libjpeg62-turbo-dev/libjpeg.txt.gz"),
    File("license", "deb:base-files", f"{_LICENSES}/GPL-3", "GPL-3.txt"),
    File("license", "deb:base-files", f"{_LICENSES}/MPL-2.0", "MPL-2.0.txt"),
    File("license", "deb:base-files", f"{_LICENSES}/Apache-2.0", "Apache-2.0.txt"),
    File("text", "deb:debian-faq", f"{_FAQ}.en.txt.gz"),
    File("text", "deb:debian-history", f"{_HISTORY}.en.txt.gz"),
    File("text", "deb:zlib1g-dev", f"{_DOC}/zlib1g-dev/algorithm.txt.gz"),
    File("latex", "deb:r-cran-zoo", f"{_R}/zoo/doc/zoo.Rnw", "zoo.tex"),
    File("latex", "deb:r-cran-sp", f"{_R}/sp/doc/csdacm.Rnw", "csdacm.tex"),
    File("latex", "deb:texlive-latex-base", "usr/share/texlive/texmf-dist/tex/latex/base/lppl.tex"),
    File("pdf manual", "deb:libtasn1-doc", f"{_DOC}/libtasn1-doc/libtasn1.pdf"),
    File("pdf manual", "deb:bash-doc", f"{_DOC}/bash/bash.pdf"),
    File("pdf manual", "deb:debian-policy", f"{_POLICY}/fhs/fhs-3.0.pdf.gz"),
    File("pdf paper", "deb:r-cran-zoo", f"{_R}/zoo/doc/zoo.pdf"),
    File("pdf paper", "deb:zlib1g-dev", f"{_DOC}/zlib1g-dev/crc-doc.1.0.pdf.gz"),
    File("pdf book", "deb:debian-history", f"{_HISTORY}.en.pdf"),
    File("pdf book", "deb:maint-guide-de", f"{_DOC}/maint-guide-de/maint-guide.de.pdf"),
    File("docx", "pypi:python-docx", f"{_DOCX}/blk-paras-and-tables.docx"),
    File("docx", "pypi:python-docx", f"{_DOCX}/tbl-having-applied-style.docx"),
    File("docx", "pypi:python-docx", "tests/test_files/test.docx"),
    File("epub", "deb:debian-policy", f"{_POLICY}/policy.epub"),
    File("epub", "deb:debian-history", f"{_HISTORY}.en.epub"),
    File("html", "deb:debian-policy", f"{_POLICY}/policy.html/ch-sharedlibs.html"),
    File("html", "deb:debian-handbook", f"{_DOC}/debian-handbook/html/en-US/sect.apt-get.html"),
    File("html", "deb:git-doc", f"{_DOC}/git-doc/git-rebase.html"),
    File("html", "deb:python3.11-doc", f"{_PYTHON}/library/sched.html"),
    File("notebook", "pypi:nbsphinx", "doc/markdown-cells.ipynb"),
    File("notebook", "pypi:nbsphinx", "doc/code-cells.ipynb"),
    File("notebook", "pypi:pytextrank", "examples/explain_algo.ipynb"),
    File("subtitles", "pypi:pysrt", "tests/static/utf-8.srt"),
    File("subtitles", "pypi:webvtt-py", "tests/samples/netflix_chicas_del_cable.vtt"),
    File("csv", "pypi:vega_datasets", f"{_VEGA}/la-riots.csv"),
    File("csv", "pypi:vega_datasets", f"{_VEGA}/us-employment.csv"),
    File("csv", "pypi:vega_datasets", f"{_VEGA}/airports.csv"),
    File("json", "deb:iso-codes", "usr/share/iso-codes/json/iso_4217.json"),
    File("json", "pypi:vega_datasets", f"{_VEGA}/cars.json"),
    File("json", "pypi:mistune", "tests/fixtures/commonmark.json"),
    File("code", "pypi:lmfit", "lmfit/minimizer.py"),
    File("code", "pypi:srt", "srt.py"),
    File("code", "deb:zlib1g-dev", f"{_DOC}/zlib1g-dev/examples/zran.c"),
    File("language", "deb:debian-faq-de", f"{_FAQ}.de.txt.gz"),
    File("language", "deb:debian-faq-zh-cn", f"{_FAQ}.zh-cn.txt.gz"),
    File("language", "deb:debian-history", f"{_HISTORY}.ja.txt.gz"),
    File("language", "deb:debian-history", f"{_HISTORY}.ru.txt.gz"),
    File("language", "deb:debian-history", f"{_HISTORY}.fr.epub"),
)
