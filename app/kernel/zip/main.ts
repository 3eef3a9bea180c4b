/** Archives, as far as they are looked into. */
export { BeyondBounds, UnsoundZip, unsound } from './unsound_zip.js'
export { LARGEST_DIRECTORY } from './zip_directory.js'
export { ZIP_OPTIONS, partsOf } from './zip_parts.js'
