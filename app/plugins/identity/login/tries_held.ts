/** Attempts in flight hold all the tries that an account has left. */
export class TriesHeld extends Error {}
