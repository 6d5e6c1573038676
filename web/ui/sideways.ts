/** Which way a strip of pictures goes on: 1 to the right, -1 where one reads from the right, as its `scrollLeft` counts, too. */
export const onward = (strip: Element): 1 | -1 => (strip.matches(':dir(rtl)') ? -1 : 1)
