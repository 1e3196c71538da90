// Which locales the bundle has: each language with all regional variants that CLDR knows.
export const languages = [
  "en", "de", "fr", "es", "pt", "it", "nl", "pl", "sv", "ja", "zh", "ko", "ru", "tr", "ar", "hi",
  "da", "nb", "fi", "cs", "uk", "el", "hu", "ro", "he", "th", "vi", "id",
];

// Regional variants of these languages that are left out: scripts and dialects of their own.
export const excluded = /^(en-(Dsrt|Shaw)|hi-Latn|zh-Latn|zh-Hans-(MO|MY)|el-polyton|.*-POSIX)/;
