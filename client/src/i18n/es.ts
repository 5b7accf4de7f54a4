const house = import.meta.glob<Record<string, string>>(
  ["./es.json", "../features/*/i18n/es.json"],
  {
    eager: true,
    import: "default",
  },
);
const boxes = import.meta.glob<Record<string, string>>("../games/*/i18n/es.json", {
  eager: true,
  import: "default",
  query: "?box",
});

export default { ...house, ...boxes };
