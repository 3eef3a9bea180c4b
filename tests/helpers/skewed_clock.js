/* Preloaded into a node whose machine's clock is off by CLOCK_SKEW_MS. */
const skew = Number(process.env.CLOCK_SKEW_MS)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skew)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + skew
  }
}
