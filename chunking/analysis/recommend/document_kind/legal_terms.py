"""Contracts, licenses and laws: legal terms of a language, and numbered articles."""

import re
from collections import Counter

from chunking.analysis.recommend.document_kind.features import FEWEST, Features
from chunking.core.text.numbers import count_of

# Terms that are rare in other texts, by language; none is a word of everyday use.
_TERMS = {
    "en": "hereby herein hereof hereunder hereto thereof therein thereto notwithstanding pursuant"
    " shall license licensed licensee licensor licenses licensing sublicense agreement party"
    " parties warranty warranties warrants liability liable indemnify indemnification damages"
    " infringement infringe termination terminate terminated jurisdiction copyright copyrighted"
    " provisions obligations breach clause consent waiver waive covenant lessee lessor tenant"
    " supplier grant grants granted redistribute redistribution recipient contributor"
    " merchantability subsection offence enactment repealed contravenes statutory",
    "de": "§ §§ absatz abs anspruch ansprüche auftraggeber auftragnehmer"
    " befugnis behörde bestimmungen gesetz gesetzes gesetzliche gesetzlichen gewährleistung"
    " haftung haftet inkrafttreten"
    " käufer kündigung kündigen lizenz lizenzen lizenzgeber lizenznehmer lizenzvertrag mieter"
    " nutzungsrecht nutzungsrechte paragraph parteien rechtsinhaber rechtsverordnung"
    " rechtsvorschriften satz schadensersatz schutzgegenstand schutzgegenstandes unberührt"
    " unwirksam urheber vereinbarung vermieter verordnung verpflichtet vertrag vertrages vertrags"
    " vertragspartei vertragsparteien vertragspartner verwaltungsgericht vorschriften wirksam"
    " zuwiderhandlung",
    "fr": "alinéa bailleur cédant cession clause clauses concédant conformément contractante"
    " contractantes contrat contrats décret dommages droits garantie indemnité juridiction"
    " juridictions légales licence licencié licenciés litige locataire loi lois loyer manquement"
    " obligation obligations parties preneur prestataire présent préavis responsabilité"
    " résiliation résilier stipulations titulaire tribunal tribunaux",
    "es": "acuerdo arrendador arrendatario artículo cláusula cláusulas comprador contrato daños"
    " decreto demandado derechos estipulaciones garantía incumplimiento indemnización"
    " jurisdicción legislación ley leyes licencia licenciante licenciatario obligaciones partes"
    " perjuicios rescisión responsabilidad tribunales vendedor vigencia",
    "it": "acquirente articolo clausola clausole comma concedente conduttore contratto danni"
    " decreto diritti disposizioni foro giurisdizione inadempimento legge leggi licenza"
    " licenziante licenziatario locatore normativa obblighi parti recesso responsabilità"
    " risarcimento risoluzione tribunale venditore",
    "pt": "artigo cláusula cláusulas comprador contratada contratante contrato danos decreto"
    " direitos foro garantia incumprimento inadimplemento indemnização indenização lei leis"
    " licença licenciado licenciante locador locatário obrigações partes perdas rescisão"
    " responsabilidade tribunal vendedor vigência caput disposto revogadas",
    "nl": "aansprakelijk aansprakelijkheid artikel bepaling bepalingen beëindiging besluit"
    " garantie gebruiksrecht huurder koper licentie licentiegever licentienemer maker ontbinding"
    " opdrachtgever opdrachtnemer overeenkomst partij partijen rechtbank rechten schade"
    " schadevergoeding verhuurder verkoper verplichtingen wet wettelijke",
    "pl": "artykuł klauzula kupujący licencja licencji licencjobiorca licencjodawca najemca"
    " niniejsza niniejszej niniejszego odpowiedzialności odpowiedzialność postanowienia prawa"
    " rozporządzenie sprzedawca sąd sądu szkody umowa umowie umowy ust ustawa ustawy"
    " wykonawca wynajmujący wypowiedzenia wypowiedzenie zamawiający zobowiązania zobowiązuje",
    "ru": "арендатор арендодатель договор договора договору закон закона заказчик исполнитель"
    " лицензиар лицензиат лицензии лицензия лицензионного настоящего настоящим обязательств"
    " обязательства обязуется ответственности ответственность покупатель постановление права"
    " правообладатель продавец расторжение расторжения статьи статья стороны сторон суд суда"
    " убытки убытков федерального",
    "zh": "合同 甲方 乙方 当事人 责任 义务 违约 赔偿 解除 终止 法律 法规 条例 本法 许可证 被授权"
    " 争议 仲裁 人民法院 依法 专利",
    "ja": "契約 当事者 責任 義務 損害 解除 法令 条項 準拠法 裁判所 許諾 本規約"
    " 前項 同項 著作権 著作物 甲は 乙は 利用者 法律 権利 政令 規定",
}
_LANGUAGES = {word: name for name, terms in _TERMS.items() for word in terms.split()}
_UNSPACED = re.compile("|".join(f"{_TERMS['zh']} {_TERMS['ja']}".split()))
_PUNCTUATION = ".,;:()[]\"'“”‘’„«»*_"
# The number of an article, as laws and contracts alone have it, and of a section, as manuals do.
_ARTICLE = re.compile(
    r"[\W_]*(?:§+ ?\d|(?:art(?:\.|icles?|ikel|ículo|icolo|igo|ykuł)?|cláusula|clausola|статья)"
    r" ?(?:[a-z]{1,2}\. ?)?(?:\d|premi|prim[eo])|第\s?[\d一二三四五六七八九十百]+\s?[条條])",
    re.IGNORECASE,
)
_LABELS = ("§", "artikel", "artículo", "articolo", "artigo", "artykuł", "cláusula", "статья")
_SECTION = re.compile(r"[\W_]*(?:section|clause) ?\d", re.IGNORECASE)
# How a text that binds speaks of itself, and one about the law does not.
_BINDING = re.compile(
    r"\b(?:shall|here(?:by|in|of|under)|hiermit|hierbij|présente?s?\b|presente|niniejsz|настоящ)"
    r"|\b(?:this|diese[mnrs]?|cette|ce|d?est[ae]|quest[ao]|deze|tej|эт\w{1,3}|данн\w{2,3}) \W?"
    r"(?:licen|lizen|лиценз|agree|contra|vertrag|vereinbarung|accord|acuerdo|acordo|umow|overeenk"
    r"|договор|act\b|gesetz|verordnung|loi\b|ley\b|lei\b|legge|ustaw|закон|notice|policy)"
    r"|[甲乙][方は及]|本(?:合同|法|许可|协议|条例|契約|規約|許諾|ライセンス|ソフト|文書)",
    re.IGNORECASE,
)
# Legal terms per 1,000 words, and distinct ones; with numbered articles, and in the first third,
# fewer are enough: other texts end with a license.
_WORDS, _DISTINCT = 20, 5
_WORDS_OF_ARTICLES = 8


def legal(features: Features) -> str:
    """Legal terms of one language, or numbered articles with some."""
    if not features.is_written:
        return ""
    counts = _terms(features.sample)
    share = features.per_thousand_words(counts.total())
    articles, sections = features.count(_ARTICLE), features.count(_SECTION)
    binds = len(_BINDING.findall(features.sample)) > 1
    is_dense = share >= _WORDS and len(counts) >= _DISTINCT and binds
    beginning = _terms(features.sample[: len(features.sample) // 3]).total()
    is_dense &= 3 * features.per_thousand_words(beginning) >= _WORDS_OF_ARTICLES
    others = counts - Counter(dict.fromkeys(_LABELS, articles))
    numbered = articles if articles >= FEWEST or len(others) < FEWEST else sections
    has_articles = numbered >= FEWEST and (
        features.per_thousand_words(others.total()) >= _WORDS_OF_ARTICLES
    )
    if not (is_dense or has_articles):
        return ""
    words = ", ".join(word for word, _ in counts.most_common(FEWEST))
    terms = f"{share:.0f} legal terms per 1,000 words ({words})"
    return terms if is_dense else f"{count_of(numbered, 'numbered article')}, and {terms}"


def _terms(text: str) -> Counter[str]:
    """Return how often each legal term occurs, of the language with the most."""
    by_language: dict[str, Counter[str]] = {name: Counter() for name in _TERMS}
    for token, number in Counter(text.lower().split()).items():
        word = token.strip(_PUNCTUATION)
        if word in _LANGUAGES:
            by_language[_LANGUAGES[word]][word] += number
    if not text.isascii():
        by_language["zh"] = by_language["ja"] = Counter(_UNSPACED.findall(text))
    return max(by_language.values(), key=Counter.total)
