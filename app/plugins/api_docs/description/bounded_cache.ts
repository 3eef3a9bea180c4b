/** Keeps the last so many values; what was put in first goes first. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): Value {
    this.#values.set(key, value)
    if (this.#values.size > this.most) this.#values.delete(this.#values.keys().next().value!)
    return value
  }
}
