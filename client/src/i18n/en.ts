const house = import.meta.glob<Record<string, string>>(
  ["./en.json", "../features/*/i18n/en.json"],
  {
    eager: true,
    import: "default",
  },
);
const boxes = import.meta.glob<Record<string, string>>("../games/*/i18n/en.json", {
  eager: true,
  import: "default",
  query: "?box",
});

export default { ...house, ...boxes };
