export default import.meta.glob<Record<string, string>>(
  ["./en.json", "../*/i18n/en.json", "../games/*/i18n/en.json"],
  { eager: true, import: "default" },
);
