export { install } from "./install.js";
