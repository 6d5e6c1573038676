/** As contract/talk/rooms.ts says it: its schemas stay out of the browser. */
export const mostRoomLetters = 500
