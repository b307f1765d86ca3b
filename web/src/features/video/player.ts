/** What a player does for the academy, whoever made it. */
export interface Player {
  /** Goes to a second of the film, and plays from there. */
  seek(seconds: number): void;
  /** Lets go of it. */
  close(): void;
}

/** A place in a film, and what the player does there. */
export interface Moment {
  seconds: number;
  /** Of the whole film, seconds; NaN while it is not known. */
  duration: number;
  isPlaying: boolean;
  /** 1 is as it was recorded. */
  speed: number;
}

/** What a player tells. */
export interface PlayerEvents {
  /** Where the film is; several times a second while it plays, and whenever it starts or stops. */
  at(moment: Moment): void;
  /** The film cannot be played, in words. */
  failed(reason: string): void;
}
