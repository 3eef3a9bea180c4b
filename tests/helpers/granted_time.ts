const STRIDE_MS = 50

/** Milliseconds as a busy machine grants them: strides of a timer, of which fewer come while others have the machine. */
class GrantedTime {
  #strides = 0

  constructor() {
    setInterval(() => (this.#strides += 1), STRIDE_MS).unref()
  }

  now(): number {
    return this.#strides * STRIDE_MS
  }
}

export const grantedTime = new GrantedTime()
