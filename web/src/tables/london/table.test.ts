import { describe, expect, test } from "vitest";
import london from "../../../fixtures/london.json";
import { boxOf, placeLabels } from "../labels";
import { cardsTowards, claimsByRoute, closedRoutes, likelyClaim, payment } from "./moves";
import type { LondonBoard, LondonView } from "./view";

const LONDON = london.board as unknown as LondonBoard;

describe("London", () => {
  test("claims are grouped by route", () => {
    const claims = claimsByRoute([
      "draw deck",
      "claim R06 4orange",
      "claim R06 3orange+1bus",
      "claim R10 2bus",
      "tickets",
    ]);
    expect([...claims]).toEqual([
      ["R06", ["claim R06 4orange", "claim R06 3orange+1bus"]],
      ["R10", ["claim R10 2bus"]],
    ]);
  });

  test("a payment is read card by card", () => {
    expect(payment("claim R06 3orange+1bus")).toEqual(["orange", "orange", "orange", "bus"]);
    expect(payment("claim R06 4bus")).toEqual(["bus", "bus", "bus", "bus"]);
  });

  test("pointing at a grey route means the colour one has most of", () => {
    const grey = LONDON.routes.find((route) => route.colour === "grey" && route.length === 2)!;
    const hand = { blue: 1, pink: 2, bus: 5 };
    expect(likelyClaim(grey, LONDON, hand)).toBe(`claim ${grey.id} 2pink`);
    const orange = LONDON.routes.find((route) => route.id === "R06")!;
    expect(likelyClaim(orange, LONDON, { orange: 2, bus: 1 })).toBe("claim R06 3orange+1bus");
    expect(likelyClaim(orange, LONDON, { orange: 4, bus: 1 })).toBe("claim R06 4orange");
    expect(likelyClaim(orange, LONDON, {})).toBe("claim R06 4orange");
    expect(likelyClaim(orange, LONDON, { bus: 4 })).toBe("claim R06 4bus");
  });

  test("cards in hand go towards a route, and Bus cards for what is missing", () => {
    const orange = LONDON.routes.find((route) => route.id === "R06")!;
    expect(cardsTowards(orange, LONDON, { orange: 2, bus: 1, pink: 6 })).toEqual(["orange", "orange", "bus"]);
    expect(cardsTowards(orange, LONDON, { orange: 6, bus: 1 })).toEqual(Array(4).fill("orange"));
    expect(cardsTowards(orange, LONDON, {})).toEqual([]);
  });

  test("names stand within the map and clear of each other", () => {
    const size = 19;
    const labels = placeLabels(LONDON.locations, [], LONDON.size, size, 17);
    const boxes = labels.map((label) => boxOf(label, size));
    for (const [number, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(LONDON.size[0]);
      for (const other of boxes.slice(number + 1)) {
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        expect(apart).toBe(true);
      }
    }
  });

  test("with two players the other route of a double is closed, and with three it is not", () => {
    const table = [{ routes: ["R11", "R01"] }, { routes: ["R40"] }] as LondonView["table"];
    expect([...closedRoutes(LONDON, { seats: 2, table })]).toEqual(["R12", "R39"]);
    expect(closedRoutes(LONDON, { seats: 3, table }).size).toBe(0);
  });
});
