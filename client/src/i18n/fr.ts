export default import.meta.glob<Record<string, string>>(
  ["./fr.json", "../*/i18n/fr.json", "../games/*/i18n/fr.json"],
  { eager: true, import: "default" },
);
