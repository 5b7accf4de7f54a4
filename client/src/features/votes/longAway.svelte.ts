import type { Table } from "../../net/wire";

/** The seats of players who have been away so long that the others may vote about them. */
export class LongAway {
  seats = $state.raw<number[]>([]);

  constructor(table: () => Table | null) {
    // The server says how long from now, so only its newest message counts.
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
