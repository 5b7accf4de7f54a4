const house = import.meta.glob<Record<string, string>>(
  ["./fr.json", "../features/*/i18n/fr.json"],
  {
    eager: true,
    import: "default",
  },
);
const boxes = import.meta.glob<Record<string, string>>("../games/*/i18n/fr.json", {
  eager: true,
  import: "default",
  query: "?box",
});

export default { ...house, ...boxes };
