export default import.meta.glob<Record<string, string>>(
  ["./de.json", "../*/i18n/de.json", "../games/*/i18n/de.json"],
  { eager: true, import: "default" },
);
