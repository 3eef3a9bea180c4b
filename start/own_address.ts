interface Settings {
  get(key: string): unknown
}

/** Outside of production there may be accounts whose passwords everybody knows: nobody else reaches them, unless they are let. */
export function keepToOneself(env: Settings): void {
  if (env.get('NODE_ENV') !== 'production') process.env.HOST ||= '127.0.0.1'
}
