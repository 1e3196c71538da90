const words = {
  latin: ["", "a", "A", "á", "à", "â", "ä", "Ä", "å", "Å", "ã", "ą", "æ", "Æ", "aa", "Aa", "AA", "ab", "az", "b", "c", "ç", "č", "ć", "ch", "Ch", "CH", "ci", "cs", "d", "đ", "ď", "dz", "dzs", "e", "é", "è", "ê", "ę", "ë", "f", "g", "ğ", "gy", "h", "i", "I", "ı", "İ", "í", "î", "j", "k", "l", "ł", "ly", "m", "n", "ñ", "Ñ", "ń", "ň", "ny", "nz", "o", "ó", "ô", "ö", "Ö", "ø", "Ø", "ő", "õ", "œ", "p", "q", "r", "ř", "s", "ś", "š", "ş", "ș", "ß", "ss", "sz", "st", "t", "ţ", "ț", "ty", "u", "ú", "ü", "Ü", "ű", "ù", "ů", "v", "w", "x", "y", "ý", "z", "Z", "ź", "ż", "ž", "zs", "zz"],
  text: ["cote", "coté", "côte", "côté", "résumé", "Resume", "resume", "Résumé", "co-op", "coop", "co op", "item 2", "item 10", "item10", "file1.txt", "file10.txt", "file2.txt", "Zürich", "Zurich", "zoo", "Ångström", "Angstrom", "Äpfel", "Apfel", "apfel", "Öl", "Ol", "oel", "Straße", "Strasse", "strasse", "naïve", "naive", "O'Brien", "OBrien", "$100", "€5", "#tag", "@home", "100", "20", "3", "½", "①", "ﬁn", "fin", "a_b", "a-b", "a b", "a.b", "ａ", "Ａ", "日本", "日", "😀", "한국", "Łódź", "Lodz", "łza", "ćma", "cukier", "Çelik", "Celik", "ılık", "ilik", "İzmir", "Isparta", "chata", "cena", "hora", "aarhus", "Ærø", "Øst", "Åse"],
  other: ["яблоко", "Ёж", "еж", "ёж", "йод", "иод", "арбуз", "Борис", "борис", "ґанок", "гора", "їжак", "і", "αβγ", "Άλφα", "άλφα", "αλφα", "ωμέγα", "שלום", "אבא", "كتاب", "باب", "أحمد", "احمد", "नमस्ते", "आम", "अनार", "ไทย", "กา", "abc", "z", "あ", "ア", "い", "かな", "カナ", "がく", "中国", "中", "北京", "上海", "日本", "東京", "一", "二", "三", "阿", "波", "가나", "나라", "다리", "한", "漢"],
};
const locales = ["en-US", "de-DE", "fr-FR", "es-ES", "pt-BR", "it-IT", "nl-NL", "pl-PL", "sv-SE", "da", "nb", "fi", "cs", "hu", "ro", "tr-TR", "vi", "id", "ru-RU", "uk", "el", "he", "ar", "hi-IN", "th-TH-u-ca-gregory", "ja-JP", "zh-CN", "zh-TW", "ko-KR"];
const optionSets = [undefined, { sensitivity: "base" }, { sensitivity: "accent" }, { sensitivity: "case" }, { numeric: true }, { caseFirst: "upper" }, { ignorePunctuation: true }];

export default function collator(tally, ours) {
  for (const locale of locales) {
    for (const options of optionSets) {
      const a = new ours.Intl.Collator(locale, options);
      const b = new Intl.Collator(locale, options);
      tally.check("Collator resolvedOptions", `${locale} ${JSON.stringify(options)}`, () => ({ ...a.resolvedOptions(), locale }), () => ({ ...b.resolvedOptions(), locale }));
      for (const [group, list] of Object.entries(words)) {
        for (let i = 0; i < list.length; i++) for (let k = i + 1; k < list.length; k += options === undefined ? 1 : 5) {
          tally.check(`Collator ${group}${options === undefined ? "" : ` ${Object.keys(options)[0]}`}`, `${locale} ${list[i]} ${list[k]} ${JSON.stringify(options)}`, () => String(Math.sign(a.compare(list[i], list[k]))), () => String(b.compare(list[i], list[k])));
        }
      }
    }
    tally.check("Collator sorted texts", locale, () => [...words.text].sort(new ours.Intl.Collator(locale).compare), () => [...words.text].sort(new Intl.Collator(locale).compare));
  }
}
