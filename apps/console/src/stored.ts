const PREFIX = 'chancery.console.'

/** What one browser keeps of a person's choices; where it keeps nothing, the console works with the defaults. */
export const stored = {
  read<Value>(key: string, otherwise: Value): Value {
    try {
      const text = localStorage.getItem(PREFIX + key)
      return text === null ? otherwise : (JSON.parse(text) as Value)
    } catch {
      return otherwise
    }
  },
  write(key: string, value: unknown): void {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value))
    } catch {
      // Full, or not allowed: the choice lasts as long as the page.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(PREFIX + key)
    } catch {
      // Nothing is kept.
    }
  },
  /** What follows the prefix in the keys that begin with it. */
  keysAfter(prefix: string): string[] {
    try {
      const whole = PREFIX + prefix
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(whole))
        .map((key) => key.slice(whole.length))
    } catch {
      return []
    }
  },
}
