"""Sentences as a reader of each language parts them; a bar stands where one ends."""

import pytest

from chunking.core.document import Document
from chunking.units.layout import layout
from chunking.units.sentences import sentences

CASES = [
    # marks of emphasis
    (
        "en",
        "**Oven.**| Clean it monthly.| ***Door!***| Close it.| ~~Lid?~~| None.| ==Hot.==| Wait.",
    ),
    ("en", "__Rack.__| It slides *out.*| Then _in._| See a * b and self.__init__ here."),
    ("de", "**Ofen.**| Monatlich reinigen.| *Tür.*| Schließen."),
    ("fr", "**Four.**| Le nettoyer.| *Porte !*| La fermer."),
    ("es", "**Horno.**| Limpiar.| *¿Puerta?*| Cerrar."),
    ("ru", "**Печь.**| Чистить раз в месяц.| *Дверь.*| Закрыть."),
    ("zh", "**烤箱。**|每月清洁。|*门！*| 关上。"),
    ("ja", "**炉。**|毎月掃除する。|*扉。*| 閉める。"),
    ("zh", "**火。**|小心。|**烫吗？**|烫。"),
    # sentences in brackets, and notes
    (
        "en",
        "It rained.| (We sat. It was cold.)| We slept (late).| [Is it far?](#far)| No.",
    ),
    ("de", "Es regnete.| (Wir blieben.)| ‚Nein.‘| Dann schliefen wir."),
    ("ru", "Шёл дождь.| (Мы остались.)| Потом спали."),
    ("ja", "雨だった。|（家にいた。）|眠った。"),
    ("en", "It burned.¹| We left.²³| It is 9 m² now."),
    # exclamations and questions that a word in lower case continues
    ("en", "Oh! how cold it was.| “Who?”\nsaid the smith.| (Really?) she said.| Yes?| No."),
    ("en", "Rain? maybe.| Snow!|\n- none here"),
    ("de", "Ach! rief der Schmied.| »Wer?« – fragte er.| Nein!| Doch."),
    ("fr", "--Ah! madame, lui dit le meunier.| Hélas!\ndit la meunière.| Quoi ?| Rien."),
    ("es", "¡Ay! dijo el molinero.| —¿Quién? —preguntó.| —¡No!| Nada."),
    ("it", "Ah! disse il mugnaio.| «Chi?» chiese.| No!| Niente."),
    ("pt", "Ah! disse o moleiro.| Quem? perguntou.| Não!| Nada."),
    ("nl", "Ach! zei de molenaar.| Wie? vroeg hij.| Nee!| Niets."),
    ("pl", "Ach! rzekł młynarz.| Kto? — zapytał.| Nie!| Nic."),
    ("ru", "Ах! сказал мельник.| «Кто?» — спросил он.| Нет!| Ничего."),
    ("el", "Αχ! είπε ο μυλωνάς.| Όχι!| Τίποτα."),
    ("cs", "Ach! řekl mlynář.| Kdo? zeptal se.| Ne!| Nic."),
    ("tr", "Ah! dedi değirmenci.| Kim? diye sordu.| Hayır!| Hiç."),
    # a text in lower case
    ("en", "who?| she did.| not you!| we went home.| why?| because."),
    # items amid a sentence
    (
        "en",
        "Nothing for (I) LOST TIME, (II) Lost Goods or (III) a Delay.| We pay it.| So: a) A, b) B.",
    ),
    # abbreviations before a number or a small letter
    (
        "en",
        "It holds approx. 40 liters.| Use Eq. 7 and Sec. IV too.| Read p. 9ff. first.| Go.",
    ),
    ("en", "Further info. is on pp. 3 ff. below.| The cap holds.| 7 of them fit."),
    ("de", "Das wiegt ca. 8 Kilo.| Laut Abs. 4 und Bd. II gilt S. 9ff. nicht.| Gl. 7 hilft."),
    ("fr", "Il pèse env. 8 kilos.| Voir éq. 7, chap. 4 et vol. II ici.| Fin."),
    ("es", "Pesa aprox. 8 kilos.| Véase la pág. 9 y el núm. 4.| Fin."),
    ("it", "Pesa circa 8 chili.| Vedi pag. 9, art. 4 e cap. II ora.| Fine."),
    ("pt", "Pesa aprox. 8 quilos.| Ver pág. 9 e vol. II agora.| Fim."),
    ("nl", "Het weegt ca. 8 kilo.| Zie blz. 9 en afb. 4.| Klaar."),
    ("pl", "Waży ok. 8 kilo.| Por. rys. 4 i art. 9 ust. 2.| Koniec."),
    ("ru", "Весит ок. 8 килограммов.| См. рис. 4 и гл. 9.| Конец."),
    ("sv", "Den väger ca. 8 kilo.| Se sid. 9 och kap. 4.| Slut."),
    ("cs", "Váží asi 8 kilo.| Viz obr. 4 a čl. 9.| Konec."),
    ("en", "The bridge opened est. 1890.| Approx. half of it fell.| Max. 5 cars fit."),
    ("es", "Abre la sec. 4 y la ref. 9.| Cabe máx. 20 kilos.| Fin."),
    ("tr", "Resim için bkz. 7 ve şek. 3 yeter.| Bitti."),
    ("el", "Δες σελ. 8 και κεφ. 3 τώρα.| Τέλος."),
    ("hu", "Lásd a 12. oldalt és a 3. ábrát.| A doboz kb. 8 kiló.| Vége."),
    ("nl", "Hij dronk o.a. thee, d.w.z. groene.| Klaar."),
    ("sv", "Hon köpte t.ex. bröd, bl.a. rågbröd.| Slut."),
    (
        "en",
        "The govt. fell in Oct. 1901.| It had avg. 3 parties, many est. abroad.",
    ),
    ("en", "It costs approx. $9 in App. C of the list.| Pay now.| See Fig. D."),
    ("de", "Offen ab 2. Jan. bis max. 30. Okt. 2001.| Platz 2.| Dann Schluss."),
    ("ru", "Пришли инж. Сова и проф. Рак.| Сели."),
    ("es", "La prod. media es de aprox. diez.| Llegó en ene. 2001.| Fin."),
    ("fr", "La réf. exacte est dans l'éd. de janv. 2001.| Fin."),
    ("pt", "Saiu em fev. 2001 com máx. dez pessoas, etc. e tal.| Fim."),
    ("de", "Es kostet inkl. der Fracht urspr. mehr.| Gut."),
    ("pl", "Pisarz ur. 1801, zm. 1855.| Koniec."),
    # full stops of other scripts
    ("th", "เขาอยู่ กทม. มานาน ตั้งแต่ พ.ศ. 2500"),
    ("km", "តម្លៃ ៣.២០០ រៀល។| ចប់។"),
    ("km", "ទឹកក្តៅ។| គាត់ទិញបន្លែ ត្រី ។ល។ នៅផ្សារ។| ចប់៕"),
    ("bo", "ཆུ་ཚ་པོ་རེད།| ཁྱེད་རང་འགྲོ།། |ང་སྡོད།"),
    # titles, initials, abbreviations
    ("en", "He watched Dr. No.| It was late."),
    ("en", "We saw Dr. No in Bonn.| Then home."),
    ("en", "Gen. Lee met Lt. Col. Brown at Ft. Knox.| They talked."),
    ("en", "Prof. Ito and Mrs. Oh came.| “Dr.\nNo?” she asked."),
    ("en", "J. R. R. Tolkien wrote it.| He was born in 1892."),
    ("en", "Mt. Etna is in Italy.| St. Paul is not."),
    ("en", "Acme Inc. paid.| Jones Ltd. did not."),
    ("en", "The U.S. Army came.| It won."),
    ("en", "See Fig. 3 and p. 12.| Then go on."),
    ("en", "Is it No. 5?| No.| It is No. 6."),
    ("en", "On Jan. 5 at 3.30 a.m. she left.| He slept."),
    ("fr", "M. Roux et Mme. Petit sont là.| Le Dr. Blanc et Mlle. Noir aussi.| Adieu."),
    ("fr", "Elle aime J.-M. Weber.| Il lit MM. Leroy et Morel."),
    ("en", "She met J.-P. Morel in Rome.| They talked."),
    ("bg", "Тук живя П. К. Вазов.| После замина."),
    ("pl", "Przyszedł dr. Lis i prof. Sowa.| Szkoła im. Marii stoi na pl. Zamkowym.| Koniec."),
    ("nl", "Mevr. Bos en dhr. Vos kwamen.| Mw. Smit ook."),
    ("de", "Die Fa. Brandt zahlt Frl. Kern, geb. Lang.| Sie ging."),
    ("tr", "Doç. Kaya ile Av. Demir geldi.| Oturdular."),
    # decimals, ellipses, quotes
    ("en", "Prices rose 3.5 percent.| Then they fell by .25 points."),
    ("en", "Wait . . . what?| Yes."),
    ("en", "Well...| Maybe.| Or not."),
    ("en", "He said, “Go.”| She went."),
    ("en", "“Go!” he said.| “Now.”| They went."),
    ("en", "What?!| No way."),
    ("zh", "天气很好。|我们走吧！|你来吗？|他说：“好的。”|然后走了。"),
    ("zh", "圆周率约为3.14。|“再见！”|他走了。|天黑了。"),
    ("ja", "今日は晴れです。|散歩に行きましょう！|「はい。」|本当ですか？"),
    ("ja", "価格は3.5円です。|高いですね。"),
    ("th", "เขามาแล้ว.| แล้วเขาก็ไป!| จริงหรือ?"),
    ("ar", "الطقس جميل اليوم.| هل تأتي معنا؟| نعم!| سنذهب غدا."),
    ("ar", "قال: «نعم.»| ثم ذهب."),
    ("hi", "आज मौसम अच्छा है।| क्या तुम आओगे?| हाँ!| चलो।"),
    ("hi", "डॉ. शर्मा आए।| वे बैठे।"),
    ("ru", "Сегодня тепло.| Ты придёшь?| Да!| Г. Иванов ушёл."),
    ("ru", "Он жил в 1990 г. в Москве.| Потом уехал."),
    ("ru", "Это А. С. Пушкин.| Он поэт."),
    ("ru", "«Да», — сказал он.| «Нет»."),
    ("de", "Dr. Huber kam am 3. Mai um ca. 8 Uhr.| Er blieb z. B. bis Freitag."),
    ("de", "„Komm!“ rief er.| „Ja.“| Sie kam."),
    ("de", "Das kostet 3,50 Euro bzw. mehr.| Nr. 5 fehlt."),
    ("el", "Ο καιρός είναι καλός.| Θα έρθεις;| Ναι!| Πάμε."),
    ("el", "Τι κάνεις\u037e| Είμαι καλά."),
    ("el", "Ο κ. Παπάς ήρθε.| Κάθισε."),
    # ordinals, initials and abbreviations that the splitter does not know
    ("de", "Im 18. Jahrhundert kam der 2. FC Ulm.| Das Spiel endete 7 zu 11.| Danach war Ruhe."),
    ("tr", "Kent 18. yüzyılda büyüdü.| 3. Sokak uzun.| IV. Murat geldi.| M.Ö. 200 eskidir."),
    ("tr", "Elma vb. meyveler var.| Üç kişi 12.| Sonra bitti."),
    ("vi", "TP. Huế đẹp.| GS. Lê và Th.S. Mai đến."),
    ("ro", "În 200 î.Hr. dl. Pop scria, de ex. scrisori.| Str. Lungă e aici.| Plec."),
    ("ru", "Цена 3 млн. долл., т. е. много.| Он ушёл."),
    ("ar", "جاء د. سامي إلى ص. ٧.| كان يومًا جميلًا.| ثم نام."),
    ("hi", "श्री. मोहन 3 कि.मी. चले।| फिर रुके।"),
    ("el", "Ο Γ. Ρήγας είπε: «Έλα.»| Πήγε."),
    ("th", "เกิด พ.ศ. 2500 โดย ดร. สมชาย"),
    ("es", "Vivió en el siglo III d.C. en Roma.| Luego murió."),
    ("it", "Nacque nel 40 a.C. a Pisa.| Poi partì."),
    ("pt", "Viveu no século II d.C. em Braga.| Depois partiu."),
    # a full stop before a digit
    ("zh", "桥建成了。|1999年重修！|2.5公里长。|谁建的？|３人。"),
    ("ja", "橋ができた。|1999年に直した。|長さは2.5キロだ。"),
    # direct speech without spaces
    ("ja", "「行こう。」と父が言った。|「嫌だ！」って弟は答えた。|とにかく出発した。"),
    ("ja", "寒いなあ。と呟いた。|母は「早く。」を繰り返した。|「はい。」|ところが雨だ。"),
    ("ja", "「もう遅い」|\n「まだだよ……」|\n「そうか」と彼は笑った。|外は雪――だった。"),
    ("zh", "“去哪儿？”她问道。|“回家。”老人慢慢说，“天冷了。”|“是吗？”|我不知道。"),
    ("zh", "他喊道，“等等！”|老人回头问，“谁？”|没有人。|“我……”|“你什么？”"),
    ("zh", "“谁在那里？”|她没有回答。|“出来！”|他不说，只看着门。"),
    ("zh", "“好！”他笑着叫了一声，站住了。|“哼。”她骂道。"),
    ("zh", "「走吧！」他說。|「我不知道……」|\n「快點！」"),
]


@pytest.mark.parametrize(("language", "marked"), CASES, ids=[text for _, text in CASES])
def test_sentences_end_where_a_reader_expects(language: str, marked: str) -> None:
    text = marked.replace("|", "")
    rows = sentences(text, layout(Document(text)).blocks, language)
    found = [text[a:b] for a, b in zip(rows.starts, rows.ends, strict=True)]
    assert found == [each.strip() for each in marked.split("|")]


def test_a_word_that_contains_a_title_ends_a_sentence() -> None:
    text = "He gave it to the Ladydr. No one saw."
    rows = sentences(text, layout(Document(text)).blocks)
    assert len(rows) == 2


def test_speech_without_a_full_stop_ends_before_an_indented_line() -> None:
    text = "「もう遅い」\n\u3000彼は笑った。"
    rows = sentences(text, layout(Document(text)).blocks, "ja")
    assert [text[a:b].strip() for a, b in zip(rows.starts, rows.ends, strict=True)] == [
        "「もう遅い」",
        "彼は笑った。",
    ]


def test_quoted_words_of_a_wrapped_line_end_no_sentence() -> None:
    text = "彼は毎晩「こころ」\nを読んだ。"
    rows = sentences(text, layout(Document(text)).blocks, "ja")
    assert len(rows) == 1
