export default import.meta.glob<Record<string, string>>(
  ["./nl.json", "../*/i18n/nl.json", "../games/*/i18n/nl.json"],
  { eager: true, import: "default" },
);
