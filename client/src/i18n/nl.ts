const house = import.meta.glob<Record<string, string>>(
  ["./nl.json", "../features/*/i18n/nl.json"],
  {
    eager: true,
    import: "default",
  },
);
const boxes = import.meta.glob<Record<string, string>>("../games/*/i18n/nl.json", {
  eager: true,
  import: "default",
  query: "?box",
});

export default { ...house, ...boxes };
