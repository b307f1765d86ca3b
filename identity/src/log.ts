/** The part of a pino logger that identity uses. Values never hold tokens, codes, passwords or addresses of people. */
export interface Log {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}
