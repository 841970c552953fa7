import { api, type TableInfo } from "./api";
import { isOffered } from "./seats";
import { playAgain } from "./tableApi";

/** Playing again after a game that is over: the one table for it, once somebody has laid it. Made in a component. */
export class Rematch {
  next = $state.raw<TableInfo | null>(null);

  constructor(readonly played: () => TableInfo | null) {
    // Whenever something changes at the next table, the one that is over is told.
    $effect(() => {
      const table = played();
      const mayLook = table?.public || table?.seats.some(({ yours }) => yours);
      let current = true;
      const show = (found: TableInfo | null) => current && (this.next = found);
      if (table?.rematch && mayLook) api.table(table.rematch).then(show, () => show(null));
      else show(null);
      return () => {
        current = false;
      };
    });
  }

  /** Whether somebody else asks me to play again. */
  get offered(): boolean {
    return this.next !== null && isOffered(this.next);
  }

  /** Go to the one table for it, and sit down; whoever is first says how the seats are. */
  async join(turned = false): Promise<void> {
    location.hash = `#/table/${(await playAgain(this.played()!.id, turned)).id}`;
  }

  async decline(): Promise<void> {
    if (this.next) this.next = await api.decline(this.next.id);
  }
}
