/** What answers look like, without anything that takes long to load; `contracts` gives it out to plugins. */
export { type Shape, type Shaped, pageOf, t } from './shape.js'
