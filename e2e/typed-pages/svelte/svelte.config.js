// Without this the checker would look for one in the folders above.
export default {};
