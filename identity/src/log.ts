/**
 * The part of a pino logger that identity uses. Logged values never contain tokens, codes, passwords or people's
 * addresses.
 */
export interface Log {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}
