export default import.meta.glob<Record<string, string>>(
  ["./es.json", "../*/i18n/es.json", "../games/*/i18n/es.json"],
  { eager: true, import: "default" },
);
