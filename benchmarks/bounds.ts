export interface Bound {
  least?: number
  most?: number
  unit: string
}

export const OF_THE_FLOOR = '× the floor'

/**
 * What each figure is held to, by its name. Ratios are about four fifths of what an idle machine of two cores gives,
 * for no machine is quite idle.
 */
export const BOUNDS: Readonly<Record<string, Bound>> = {
  'identity: current user': { least: 0.84, unit: OF_THE_FLOOR },
  'identity: login': { least: 0.61, unit: OF_THE_FLOOR },
  'access: list of users': { least: 0.59, unit: OF_THE_FLOOR },
  'access: list of users by keyword': { least: 1.2, unit: OF_THE_FLOOR },
  'access: create a user': { least: 0.66, unit: OF_THE_FLOOR },
  'documents: list': { least: 0.4, unit: OF_THE_FLOOR },
  'documents: list by keyword': { least: 0.4, unit: OF_THE_FLOOR },
  'messaging: idle sockets held': { least: 1, unit: OF_THE_FLOOR },
  'messaging: sockets opened': { least: 0.24, unit: OF_THE_FLOOR },
  'messaging: fan-out to 1,000': { least: 0.7, unit: OF_THE_FLOOR },
  'messaging: durable messages': { least: 0.35, unit: OF_THE_FLOOR },
  'exports: longest wait of others': { most: 500, unit: 'ms' },
  'logins: refused during a flood': { most: 0, unit: 'logins' },
  'start: statements at rest': { most: 10, unit: 'a minute' },
  'start: Redis calls at rest': { most: 10, unit: 'a minute' },
  'cost: dearest request of nobody, CPU': { most: 5, unit: 'ms' },
  'cost: dearest request of a clerk, CPU': { most: 50, unit: 'ms' },
  'cost: longest turn for nobody': { most: 50, unit: 'ms' },
  'cost: longest turn for a clerk': { most: 50, unit: 'ms' },
  'cost: longest turn for a callback': { most: 50, unit: 'ms' },
  'scope: page beside one chosen by as many ids': { most: 1.5, unit: '×' },
}
