/** Whether the next screen, or the next state of a list, is on its way while the one before is still shown. */
export const waiting = { isOn: false };
