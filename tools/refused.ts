/** Stops a command; the message is for the operator. */
export class Refused extends Error {}
