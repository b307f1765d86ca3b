/** Permissions of a video player's frame. */
export const PLAYER_ALLOW = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
export const PLAYER_SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
