/** Why the server closes a connection for good. */
export const LOGGED_OUT = 4401;
export const TABLE_GONE = 4404;
export const BANNED = 4410;
