/** As contract/talk/rooms.ts and contract/stage/live.ts say it: their schemas stay out of the browser. */
export const mostRoomLetters = 500
export const mostTitle = 120
export const mostDescription = 2000
export const mostGoalTitle = 100
export const mostMenuTitle = 80
export const mostOnMenu = 30
