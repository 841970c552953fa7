/** What is printed on the score sheet: the points for one site mark, two and so on. */
export const SITES = [1, 2, 4, 6, 8, 11, 14, 17, 21, 25];

/** The points for a station of two, three and four lines. */
export const INTERCHANGES = [2, 5, 9];

/** The least score for each verdict of the Mayor, from the second to the last. */
export const VERDICTS = [91, 106, 121, 136, 151];
