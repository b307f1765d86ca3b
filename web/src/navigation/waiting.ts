/** Whether the next screen or list state is loading while the previous one is still shown. */
export const waiting = { isOn: false };
