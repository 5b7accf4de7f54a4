export type StarName = "star2x" | "lightning";
export const starNames: StarName[] = ["star2x", "lightning"];
