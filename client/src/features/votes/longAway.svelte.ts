import type { Table } from "../../net/wire";

/** The seats whose people have been away for so long that the others may decide about them. */
export class Gone {
  seats = $state.raw<number[]>([]);

  constructor(table: () => Table | null) {
    // It says how long from now, so only what was just heard counts.
    const away = $derived(table()?.away);
    $effect(() => {
      const heard = away ?? [];
      const since = performance.now();
      let timer = 0;
      const look = () => {
        const rests = heard.map((rest) => rest && Math.max(0, rest - (performance.now() - since)));
        this.seats = rests.flatMap((rest, seat) => (rest === 0 ? [seat] : []));
        const later = rests.filter((rest) => !!rest) as number[];
        if (later.length) timer = window.setTimeout(look, Math.min(...later));
      };
      look();
      return () => clearTimeout(timer);
    });
  }
}
