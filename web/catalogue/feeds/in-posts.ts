// What plays or waits in a post of its kind: drawn by the server with the page, and alive a moment later, in one file.
export { FeedFilm } from '#web/catalogue/feeds/FeedFilm.tsx'
export { FeedStream } from '#web/catalogue/feeds/FeedStream.tsx'
export { FeedTeaser } from '#web/catalogue/feeds/FeedTeaser.tsx'
