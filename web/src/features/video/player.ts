/** The interface of a player, of any provider. */
export interface Player {
  /** Seeks to a second of the film, and plays. */
  seek(seconds: number): void;
  /** Detaches it. */
  close(): void;
}

/** A position in a film, and the state of the player. */
export interface Moment {
  seconds: number;
  /** Of the whole film, seconds; NaN while it is not known. */
  duration: number;
  isPlaying: boolean;
  /** 1 is as it was recorded. */
  speed: number;
}

/** Events of a player. */
export interface PlayerEvents {
  /** Where the film is; several times a second while it plays, and whenever it starts or stops. */
  at(moment: Moment): void;
  /** The film cannot be played: the reason in words. */
  failed(reason: string): void;
}
