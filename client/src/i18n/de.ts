const house = import.meta.glob<Record<string, string>>(
  ["./de.json", "../features/*/i18n/de.json"],
  {
    eager: true,
    import: "default",
  },
);
const boxes = import.meta.glob<Record<string, string>>("../games/*/i18n/de.json", {
  eager: true,
  import: "default",
  query: "?box",
});

export default { ...house, ...boxes };
