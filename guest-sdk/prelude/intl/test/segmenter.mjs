const texts = [
  "Hello, world! How are you?", "The quick (“brown”) fox can’t jump 32.3 feet, right?", "a\r\nb\nc", "e\u0301a\u0308", "👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷🇺", "नमस्ते दुनिया", "क्षि क्ष्म", "한국어 각각", "don't stop-me now: 3,000.50 $5 50% a_b c.d e:f", "Dr. Smith went to Washington. He said: \"Hi.\" Then he left... and came back! (Really?) Yes.",
  "U.S.A. is big. version 2.0 is out.", "Größe Ärger naïve café", "שלום עולם צה\"ל", "مرحبا بالعالم ١٢٣", "Привет, мир! Как дела?", "x\u200dy", "  two  spaces ", "ｶﾀｶﾅ カタカナ", "", "http://example.com/a?b=c user@mail.org", "1️⃣ ☺️ ❤️‍🔥", "\u0600١", "e.g. this is one. i.e. that. OK? ok.", "à la carte, l'homme d’état", "New\tline\ttabs", "你好。世界！",
];
export default function segmenter(tally, ours) {
  for (const locale of ["en", "de", "fr", "sv", "hi"]) {
    for (const granularity of ["grapheme", "word", "sentence"]) {
      const a = new ours.Intl.Segmenter(locale, { granularity });
      const b = new Intl.Segmenter(locale, { granularity });
      for (const text of texts) {
        if (granularity === "word" && /[\u3040-\u9fff\uff60-\uff9f]/.test(text)) continue; // no dictionary: documented
        const list = (segments) => [...segments].map((entry) => entry.segment + (entry.isWordLike ? "*" : ""));
        tally.check(`Segmenter ${granularity}`, `${locale} ${JSON.stringify(text)}`, () => list(a.segment(text)), () => list(b.segment(text)));
        tally.check("Segmenter containing", `${locale} ${granularity} ${text}`, () => a.segment(text).containing(3)?.segment ?? "none", () => b.segment(text).containing(3)?.segment ?? "none");
      }
    }
  }
}
