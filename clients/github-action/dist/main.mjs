// Built by `npm run action`. Contains:
/*
================================================================================
@actions/core 3.0.1 (MIT)
--------------------------------------------------------------------------------

The MIT License (MIT)

Copyright 2019 GitHub

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
import * as os$1 from "os";
import os, { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants, promises } from "fs";
import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { openAsBlob } from "node:fs";

// node_modules/@actions/core/lib/utils.js
/**
* Sanitizes an input into a string so it can be passed into issueCommand safely
* @param input input to sanitize into a string
*/
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
/**
*
* @param annotationProperties
* @returns The command properties to send with the actual annotation command
* See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
*/
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
/**
* Issues a command to the GitHub Actions runner
*
* @param command - The command name to issue
* @param properties - Additional properties for the command (key-value pairs)
* @param message - The message to include with the command
* @remarks
* This function outputs a specially formatted string to stdout that the Actions
* runner interprets as a command. These commands can control workflow behavior,
* set outputs, create annotations, mask values, and more.
*
* Command Format:
*   ::name key=value,key=value::message
*
* @example
* ```typescript
* // Issue a warning annotation
* issueCommand('warning', {}, 'This is a warning message');
* // Output: ::warning::This is a warning message
*
* // Set an environment variable
* issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
* // Output: ::set-env name=MY_VAR::some value
*
* // Add a secret mask
* issueCommand('add-mask', {}, 'secretValue123');
* // Output: ::add-mask::secretValue123
* ```
*
* @internal
* This is an internal utility function that powers the public API functions
* such as setSecret, warning, error, and exportVariable.
*/
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os$1.EOL);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os$1.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os$1.EOL}${convertedValue}${os$1.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/oidc-utils.js
var __awaiter$3 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};

// node_modules/@actions/core/lib/summary.js
var __awaiter$2 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	/**
	* Finds the summary file path from the environment, rejects if env var is not found or file does not exist
	* Also checks r/w permissions.
	*
	* @returns step summary file path
	*/
	filePath() {
		return __awaiter$2(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	/**
	* Wraps content in an HTML tag, adding any HTML attributes
	*
	* @param {string} tag HTML tag to wrap
	* @param {string | null} content content within the tag
	* @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
	*
	* @returns {string} content wrapped in HTML element
	*/
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	/**
	* Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
	*
	* @param {SummaryWriteOptions} [options] (optional) options for write operation
	*
	* @returns {Promise<Summary>} summary instance
	*/
	write(options) {
		return __awaiter$2(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	/**
	* Clears the summary buffer and wipes the summary file
	*
	* @returns {Summary} summary instance
	*/
	clear() {
		return __awaiter$2(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	/**
	* Returns the current summary buffer as a string
	*
	* @returns {string} string of summary buffer
	*/
	stringify() {
		return this._buffer;
	}
	/**
	* If the summary buffer is empty
	*
	* @returns {boolen} true if the buffer is empty
	*/
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	/**
	* Resets the summary buffer without writing to summary file
	*
	* @returns {Summary} summary instance
	*/
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	/**
	* Adds raw text to the summary buffer
	*
	* @param {string} text content to add
	* @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	/**
	* Adds the operating system-specific end-of-line marker to the buffer
	*
	* @returns {Summary} summary instance
	*/
	addEOL() {
		return this.addRaw(EOL);
	}
	/**
	* Adds an HTML codeblock to the summary buffer
	*
	* @param {string} code content to render within fenced code block
	* @param {string} lang (optional) language to syntax highlight code
	*
	* @returns {Summary} summary instance
	*/
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML list to the summary buffer
	*
	* @param {string[]} items list of items to render
	* @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML table to the summary buffer
	*
	* @param {SummaryTableCell[]} rows table rows
	*
	* @returns {Summary} summary instance
	*/
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds a collapsable HTML details element to the summary buffer
	*
	* @param {string} label text for the closed state
	* @param {string} content collapsable content
	*
	* @returns {Summary} summary instance
	*/
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML image tag to the summary buffer
	*
	* @param {string} src path to the image you to embed
	* @param {string} alt text description of the image
	* @param {SummaryImageOptions} options (optional) addition image attributes
	*
	* @returns {Summary} summary instance
	*/
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML section heading element
	*
	* @param {string} text heading text
	* @param {number | string} [level=1] (optional) the heading level, default: 1
	*
	* @returns {Summary} summary instance
	*/
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML thematic break (<hr>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML line break (<br>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML blockquote to the summary buffer
	*
	* @param {string} text quote text
	* @param {string} cite (optional) citation url
	*
	* @returns {Summary} summary instance
	*/
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML anchor tag to the summary buffer
	*
	* @param {string} text link text/content
	* @param {string} href hyperlink
	*
	* @returns {Summary} summary instance
	*/
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// node_modules/@actions/core/lib/platform.js
var __awaiter$1 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const platform = os.platform();
const arch = os.arch();

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
/**
* The code to exit an action
*/
var ExitCode;
(function(ExitCode) {
	/**
	* A code indicating that the action was successful
	*/
	ExitCode[ExitCode["Success"] = 0] = "Success";
	/**
	* A code indicating that the action was a failure
	*/
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
/**
* Registers a secret which will get masked from logs
*
* @param secret - Value of the secret to be masked
* @remarks
* This function instructs the Actions runner to mask the specified value in any
* logs produced during the workflow run. Once registered, the secret value will
* be replaced with asterisks (***) whenever it appears in console output, logs,
* or error messages.
*
* This is useful for protecting sensitive information such as:
* - API keys
* - Access tokens
* - Authentication credentials
* - URL parameters containing signatures (SAS tokens)
*
* Note that masking only affects future logs; any previous appearances of the
* secret in logs before calling this function will remain unmasked.
*
* @example
* ```typescript
* // Register an API token as a secret
* const apiToken = "abc123xyz456";
* setSecret(apiToken);
*
* // Now any logs containing this value will show *** instead
* console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
* ```
*/
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
/**
* Gets the value of an input.
* Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
* Returns an empty string if the value is not defined.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string
*/
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
/**
* Gets the values of an multiline input.  Each value is also trimmed.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string[]
*
*/
function getMultilineInput(name, options) {
	const inputs = getInput(name, options).split("\n").filter((x) => x !== "");
	if (options && options.trimWhitespace === false) return inputs;
	return inputs.map((input) => input.trim());
}
/**
* Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
* Support boolean input list: `true | True | TRUE | false | False | FALSE` .
* The return value is also in boolean type.
* ref: https://yaml.org/spec/1.2/spec.html#id2804923
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   boolean
*/
function getBooleanInput(name, options) {
	const trueValue = [
		"true",
		"True",
		"TRUE"
	];
	const falseValue = [
		"false",
		"False",
		"FALSE"
	];
	const val = getInput(name, options);
	if (trueValue.includes(val)) return true;
	if (falseValue.includes(val)) return false;
	throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\nSupport boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
* Sets the value of an output.
*
* @param     name     name of the output to set
* @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
*/
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os$1.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
/**
* Sets the action status to failed.
* When the action exits it will be with an exit code of 1
* @param message add error issue message
*/
function setFailed(message) {
	process.exitCode = ExitCode.Failure;
	error(message);
}
/**
* Adds an error issue
* @param message error issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Adds a warning issue
* @param message warning issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Writes info to log with console.log.
* @param message info message
*/
function info(message) {
	process.stdout.write(message + os$1.EOL);
}

// clients/github-action/src/inputs.ts
const MAX_CONTENT_BYTES = 1e6;
const MAX_FILE_BYTES = 536870912;
const MAX_FILES = 20;
const MAX_WAIT_SECONDS = 3600;
const MAX_KEY_LENGTH = 255;
const CONTENT_TYPES = {
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".png": "image/png",
	".gif": "image/gif",
	".webp": "image/webp",
	".bmp": "image/bmp",
	".tif": "image/tiff",
	".tiff": "image/tiff",
	".avif": "image/avif",
	".mp4": "video/mp4",
	".m4v": "video/mp4",
	".mov": "video/quicktime",
	".webm": "video/webm"
};
/** Of each, as people write it. */
const PLATFORMS = Object.keys({
	FEDIVERSE: true,
	MESSENGER: true,
	MICROBLOG: true,
	NETWORK: true,
	PHOTOGRAM: true,
	PINBOARD: true,
	SHORTVIDEO: true,
	SKYFEED: true,
	SOCIALPAGE: true,
	THREADTALK: true,
	VIDEOHUB: true
}).map((name) => name.toLowerCase());
const ZONED_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
/** Reads and checks all inputs. Errors name the input. */
async function readInputs() {
	const apiKey = getInput("api-key");
	if (apiKey) setSecret(apiKey);
	if (!apiKey) throw new Error("api-key is missing. Is the secret set, and may this workflow read it?");
	if (!/^[\x21-\x7e]{1,500}$/.test(apiKey)) throw new Error("api-key contains characters that no API key has.");
	const userId = getInput("user-id");
	if (!/^([0-9a-f]{24})?$/.test(userId)) throw new Error("user-id must be 24 hexadecimal characters.");
	const accounts = listOf("accounts");
	const platforms = readPlatforms();
	if (accounts.length + platforms.length === 0) throw new Error("accounts or platforms must name the targets.");
	const draft = getBooleanInput("draft");
	const scheduledTime = readTime();
	if (draft && scheduledTime) throw new Error("draft and scheduled-time exclude each other.");
	return {
		url: readUrl(),
		apiKey,
		userId,
		content: await readContent(),
		accounts,
		platforms,
		scheduledTime,
		draft,
		media: await readMedia(),
		waitSeconds: readWait(),
		idempotencyKey: readKey(),
		isOwnKey: getInput("idempotency-key") !== "",
		attempt: Number(process.env.GITHUB_RUN_ATTEMPT) || 1
	};
}
const listOf = (name) => getInput(name).split(/[,\n]/).map((item) => item.trim()).filter(Boolean);
function readPlatforms() {
	const names = listOf("platforms");
	const unknown = names.find((name) => !PLATFORMS.includes(name.toLowerCase()));
	if (unknown !== void 0) throw new Error(`platforms: ${unknown} is none of ${PLATFORMS.join(", ")}.`);
	return names.map((name) => name.toUpperCase());
}
function readUrl() {
	const url = URL.parse(getInput("url", { required: true }));
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) throw new Error("url must be the http or https URL of the service, without credentials and query.");
	if (url.protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) warning("url is not https: the API key can be read on the way.");
	return url.href.replace(/\/+$/, "");
}
async function readContent() {
	const content = getInput("content", { trimWhitespace: false });
	const file = getInput("content-file");
	if (content.trim() && file) throw new Error("content and content-file exclude each other.");
	if (!file) {
		if (!content.trim()) throw new Error("content or content-file is required.");
		return content;
	}
	const text = await decode(await fileOf("content-file", file, MAX_CONTENT_BYTES), file);
	if (!text.trim()) throw new Error(`content-file: ${file} is empty.`);
	return text.trimEnd();
}
async function decode(file, name) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
	} catch {
		throw new Error(`content-file: ${name} is not UTF-8.`);
	}
}
/**
* The real path of a file, which must be in the workspace or the runner's temporary folder: a link in a pull request
* must not publish other files of the runner.
*/
async function fileOf(input, file, maxBytes) {
	const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
	const found = await realpath(path.resolve(workspace, file)).catch(() => void 0);
	if (!found) throw new Error(`${input}: ${file} does not exist.`);
	const folders = [workspace, process.env.RUNNER_TEMP].filter((folder) => folder !== void 0 && folder !== "");
	const roots = await Promise.all(folders.map((folder) => realpath(folder)));
	const isInside = roots.some((root) => found.startsWith(root + path.sep));
	const inner = roots.map((root) => path.relative(root, found));
	if (!isInside || inner.some((name) => name.split(path.sep)[0] === ".git")) throw new Error(`${input}: ${file} is not in the workspace.`);
	const { size, isRegular } = await stat(found).then((stats) => ({
		size: stats.size,
		isRegular: stats.isFile()
	}));
	if (!isRegular) throw new Error(`${input}: ${file} is not a file.`);
	if (size > maxBytes) throw new Error(`${input}: ${file} is larger than ${maxBytes} bytes.`);
	return found;
}
async function readMedia() {
	const files = getMultilineInput("media");
	if (files.length > MAX_FILES) throw new Error(`media: at most ${MAX_FILES} files.`);
	const altTexts = getInput("alt-texts", { trimWhitespace: false }).replace(/\n$/, "").split("\n");
	if (altTexts.filter((text) => text.trim()).length > 0 && altTexts.length > files.length) throw new Error("alt-texts has more lines than media.");
	return Promise.all(files.map(async (file, index) => {
		const contentType = CONTENT_TYPES[path.extname(file).toLowerCase()];
		if (!contentType) throw new Error(`media: ${file} is not of a known type (${Object.keys(CONTENT_TYPES).join(" ")}).`);
		return {
			path: await fileOf("media", file, MAX_FILE_BYTES),
			name: path.basename(file),
			contentType,
			type: contentType.startsWith("image/") ? "IMAGE" : "VIDEO",
			altText: altTexts[index]?.trim() ?? ""
		};
	}));
}
function readTime() {
	const text = getInput("scheduled-time");
	if (!text) return null;
	const time = new Date(text);
	if (!ZONED_TIME.test(text) || Number.isNaN(time.getTime())) throw new Error("scheduled-time must be a time with zone, such as 2030-01-31T09:00:00Z.");
	return time;
}
function readWait() {
	const text = getInput("wait-seconds") || "300";
	if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_WAIT_SECONDS) throw new Error(`wait-seconds must be a whole number from 0 to ${MAX_WAIT_SECONDS}.`);
	return Number(text);
}
/** The key excludes the number of the attempt, so that a re-run finds the post of the run. */
function readKey() {
	const given = getInput("idempotency-key");
	if (given.length > MAX_KEY_LENGTH) throw new Error(`idempotency-key must have at most ${MAX_KEY_LENGTH} characters.`);
	if (given) return given;
	const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION } = process.env;
	if (!GITHUB_RUN_ID) throw new Error("idempotency-key is required outside of a workflow run.");
	const step = [
		GITHUB_SERVER_URL,
		GITHUB_REPOSITORY,
		GITHUB_RUN_ID,
		GITHUB_JOB,
		GITHUB_ACTION,
		getInput("matrix")
	];
	return `github-${createHash("sha256").update(JSON.stringify(step)).digest("hex")}`;
}

// clients/github-action/src/service-client.ts
/** A refusal of the service, with its error code. */
var ServiceError = class extends Error {
	constructor(code, message) {
		super(message);
		this.code = code;
	}
};
const ATTEMPTS = 5;
const TIMEOUT_MS = 3e4;
const UPLOAD_TIMEOUT_MS = 6e5;
const MAX_PAUSE_SECONDS = 60;
/** Calls the GraphQL API. All calls can be repeated, so a call without a response is sent again. */
var ServiceClient = class {
	constructor(inputs) {
		this.inputs = inputs;
	}
	/**
	* Returns the value of the operation's only field. Fails with a ServiceError, or when the service does not respond.
	*/
	async run(query, variables) {
		const response = await this.send(query, variables);
		const text = await response.text();
		let answer;
		try {
			answer = JSON.parse(text);
		} catch {
			throw new Error(`url is not that of the service: it answered ${response.status} and no JSON.`);
		}
		const [error] = answer.errors ?? [];
		if (error) {
			const code = error.extensions?.code ?? "UNKNOWN";
			const reasons = (error.extensions?.validation?.errors ?? []).flatMap(({ message }) => message ?? []);
			throw new ServiceError(code, [`${error.message} (${code})`, ...reasons.slice(0, 10)].join(" · "));
		}
		const [value] = Object.values(answer.data ?? {});
		if (value === void 0 || value === null) throw new Error("The service answered nothing.");
		return value;
	}
	async send(query, variables) {
		const { url, apiKey, userId } = this.inputs;
		const request = {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"x-api-key": apiKey,
				"x-service-client": "github-action",
				...userId && { "x-service-user-id": userId }
			},
			body: JSON.stringify({
				query,
				variables
			}),
			redirect: "manual"
		};
		return repeat(() => fetch(`${url}/graphql`, {
			...request,
			signal: AbortSignal.timeout(TIMEOUT_MS)
		}));
	}
	/** Sends a file to an address of createUpload. */
	async upload(uploadUrl, file) {
		const body = await openAsBlob(file.path, { type: file.contentType });
		const headers = { "content-type": file.contentType };
		const response = await repeat(() => fetch(uploadUrl, {
			method: "PUT",
			headers,
			body,
			signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS)
		}));
		if (!response.ok) throw new Error(`media: ${file.name} was refused with status ${response.status}.`);
	}
};
/** Repeats a request without a response, or one that the service asks to repeat. */
async function repeat(send) {
	for (let attempt = 1;; attempt += 1) {
		let pause = 2 ** (attempt - 1);
		try {
			const response = await send();
			if (!(response.status === 429 || response.status >= 500) || attempt === ATTEMPTS) return await whole(response);
			pause = Math.max(pause, Number(response.headers.get("retry-after")) || 0);
			await response.body?.cancel();
		} catch (error) {
			if (attempt === ATTEMPTS) throw new Error(`The service did not answer: ${causeOf(error)}`);
		}
		await setTimeout(Math.min(pause, MAX_PAUSE_SECONDS) * 1e3);
	}
}
/** Reads the body too, so that a response that is cut off is repeated. */
async function whole(response) {
	const { status, headers } = response;
	return new Response(status === 204 ? null : await response.arrayBuffer(), {
		status,
		headers
	});
}
function causeOf(error) {
	const { message, cause } = error;
	return cause?.code ?? cause?.message ?? message;
}

// clients/github-action/src/publish.ts
const GROUP = "id status processingStatus allowedActions posts { platformId status url error { code message advice } }";
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed postGroup { ${GROUP} } } }`;
const READ = `query ($id: ID!) { postGroup(id: $id) { ${GROUP} } }`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${GROUP} } } }`;
const RETRY = `mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { ${GROUP} } } }`;
const UPLOAD = "mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }";
const COMPLETE = `mutation ($id: ID!) { completeUpload(input: { mediaId: $id }) { media { status problem } } }`;
const ACCOUNTS = `query ($filter: ConnectedAccountFilter) {
  connectedAccounts(first: 100, filter: $filter) { edges { node { platformId } } }
}`;
const SIMILAR = `query ($filter: PostGroupFilter, $after: String) {
  postGroups(first: 100, after: $after, filter: $filter) {
    edges { node { id content createdAt posts { platformId } } } pageInfo { endCursor hasNextPage }
  }
}`;
const HOUR_MS = 36e5;
/** The service keeps idempotency keys for 24 hours; GitHub re-runs what is at most 30 days old. */
const KEY_KEPT_MS = 24 * HOUR_MS;
const RUN_KEPT_MS = 744 * HOUR_MS;
const MAX_PAGES = 10;
/** A past time means now. It is constant, because a repeated request must be equal. */
const NOW = "2000-01-01T00:00:00.000Z";
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 1e4;
/**
* Creates the post, or finds the one that an earlier attempt created, and continues it: files, schedule, a retry of
* failed posts. `created` is called when the post exists.
*/
async function publish(client, inputs, created) {
	const { content, media, draft, scheduledTime, idempotencyKey, attempt } = inputs;
	const platformIds = await targetsOf(client, inputs);
	const time = scheduledTime?.toISOString() ?? NOW;
	const isDraftFirst = draft || media.length > 0;
	const input = {
		idempotencyKey,
		post: {
			content,
			platformIds
		},
		...!isDraftFirst && { scheduledTime: time }
	};
	if (attempt > 1 && !inputs.isOwnKey) await refuseOldRun(client, content, platformIds);
	const { replayed, postGroup } = await create(client, input);
	if (!postGroup) throw new Error("An earlier attempt created this post, and it was deleted since.");
	let group = postGroup;
	const report = (timedOut = false) => ({
		group,
		replayed,
		timedOut
	});
	created(report());
	if (group.status === "DRAFT" && isDraftFirst && !(draft && media.length === 0)) group = await complete(client, group, inputs, time);
	else if (replayed && attempt > 1 && group.allowedActions.includes("RETRY")) group = await retry(client, group);
	if (group.status === "DRAFT") return report();
	const end = Date.now() + inputs.waitSeconds * 1e3;
	if (scheduledTime && scheduledTime.getTime() > end) return report();
	for (let pause = FIRST_PAUSE_MS; group.processingStatus !== "FINISHED"; pause = Math.min(pause * 1.5, LAST_PAUSE_MS)) {
		const left = end - Date.now();
		if (left <= 0) return report(inputs.waitSeconds > 0);
		await setTimeout(Math.min(pause, left));
		group = await client.run(READ, { id: group.id });
		if (group.status === "DRAFT") return report();
	}
	return report();
}
async function targetsOf(client, { accounts, platforms }) {
	if (platforms.length === 0) return accounts;
	const { edges } = await client.run(ACCOUNTS, { filter: { platforms } });
	if (edges.length === 0) throw new Error(`No account is connected of ${platforms.join(", ")}.`);
	return [.../* @__PURE__ */ new Set([...accounts, ...edges.map(({ node }) => node.platformId)])];
}
/** Refuses an old run: its key has expired, so a re-run would post again. */
async function refuseOldRun(client, content, platformIds) {
	const now = Date.now();
	const createdAt = {
		from: /* @__PURE__ */ new Date(now - RUN_KEPT_MS),
		to: /* @__PURE__ */ new Date(now - KEY_KEPT_MS + HOUR_MS)
	};
	const filter = {
		platformIds: platformIds.slice(0, 100),
		createdAt
	};
	let after = null;
	for (let page = 0; page < MAX_PAGES; page += 1) {
		const { edges, pageInfo } = await client.run(SIMILAR, {
			filter,
			after
		});
		for (const { node } of edges) {
			if (node.content !== content || !node.posts.some((post) => platformIds.includes(post.platformId))) continue;
			throw new Error(`The post ${node.id} of ${node.createdAt} has the same text. If an earlier attempt of this run created it, nothing is left to do. Nothing was posted; to post the text again, start a new run, or set idempotency-key.`);
		}
		if (!pageInfo.hasNextPage) return;
		after = pageInfo.endCursor;
	}
}
async function create(client, input) {
	try {
		return await client.run(CREATE, { input });
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== "IDEMPOTENCY_KEY_REUSED") throw error;
		throw new Error("This step has already created another post in this run: its content, targets or time have changed since. Nothing was posted. To create another post, set a different idempotency-key.");
	}
}
/** Uploads the files to the draft and schedules it; files of an earlier attempt that ended in between are replaced. */
async function complete(client, group, inputs, time) {
	const media = [];
	for (const file of inputs.media) {
		const { name: fileName, contentType, type } = file;
		const input = {
			postGroupId: group.id,
			fileName,
			contentType,
			type
		};
		const { uploadUrl, media: created } = await client.run(UPLOAD, { input });
		await client.upload(new URL(uploadUrl, inputs.url).href, file);
		const completed = await client.run(COMPLETE, { id: created.id });
		if (completed.media.status === "INVALID") throw new Error(`media: ${fileName}: ${completed.media.problem}`);
		media.push({
			mediaId: created.id,
			altText: file.altText
		});
	}
	const schedule = inputs.draft ? {} : {
		status: "SCHEDULED",
		scheduledTime: time
	};
	const input = {
		postGroupId: group.id,
		media,
		...schedule
	};
	return unlessDone(client, group, "POST_GROUP_NOT_UPDATABLE", () => client.run(UPDATE, { input }));
}
/** Retries failed posts in a re-run, without those that may be live. */
const retry = (client, group) => unlessDone(client, group, "POST_GROUP_NOT_RETRYABLE", () => client.run(RETRY, { id: group.id }));
/** Ignores a refusal that shows that an earlier request, whose response was lost, was executed. */
async function unlessDone(client, { id }, code, change) {
	try {
		return (await change()).postGroup;
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== code) throw error;
		return client.run(READ, { id });
	}
}

// clients/github-action/src/summary.ts
const MAX_EXCERPT = 280;
const MAX_ROWS = 100;
/** Escapes a text for an HTML block: no tags, no line that ends the block, no Markdown. */
const escapeHtml = (text) => text.replace(/[\s\p{Cc}]+/gu, " ").replace(/[^\p{L}\p{N} ,.;?-]/gu, (character) => `&#${character.codePointAt(0)};`);
const shorten = (text) => {
	const characters = [...text];
	return characters.length > MAX_EXCERPT ? `${characters.slice(0, MAX_EXCERPT).join("")}…` : text;
};
const linkTo = (url) => url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? `<a href="${escapeHtml(url)}">open</a>` : "";
/** Writes the outcome to the page of the run. Texts of users and platforms are shown literally. */
async function writeSummary({ group, timedOut }, { content }) {
	if (!process.env.GITHUB_STEP_SUMMARY) return;
	const rows = group.posts.slice(0, MAX_ROWS).map(({ platformId, status, url, error }) => [
		escapeHtml(platformId),
		escapeHtml(status),
		linkTo(url),
		escapeHtml(shorten(error ? `${error.message} ${error.advice}` : ""))
	]);
	const head = [
		"Account",
		"Status",
		"Post",
		"Problem"
	].map((data) => ({
		data,
		header: true
	}));
	await summary.addHeading(`Post ${escapeHtml(group.status)}${timedOut ? ", still being published" : ""}`, 3).addRaw(`<blockquote>${escapeHtml(shorten(content))}</blockquote>`, true).addTable([head, ...rows]).write();
}

// clients/github-action/src/main.ts
/** The GitHub Action: publishes or schedules a post (docs/guides/automation.md). */
/** One line without control characters, which a terminal or the runner would interpret. */
const plain = (text) => text.replace(/\p{Cc}+/gu, " ").slice(0, 4e3);
function setOutputs({ group, replayed }) {
	setOutput("post-id", group.id);
	setOutput("status", group.status);
	setOutput("replayed", String(replayed));
	setOutput("permalinks", JSON.stringify(group.posts.flatMap(({ url }) => url ?? [])));
	setOutput("posts", JSON.stringify(group.posts));
}
/** Why the step fails; undefined if it does not. */
function problemOf({ group, timedOut }, { waitSeconds }) {
	if (group.status === "FAILED" || group.status === "PARTIALLY_PUBLISHED") {
		const failed = group.posts.flatMap(({ platformId, error }) => error ? [`${platformId}: ${error.message} ${error.advice}`] : []);
		return `${group.status === "FAILED" ? "The post was not published" : "The post was published only in part"}. ${failed.slice(0, 10).join(" · ")}`;
	}
	if (!timedOut) return void 0;
	return `The post ${group.id} was not published within ${waitSeconds} seconds. The service goes on: it needs no re-run.`;
}
async function run() {
	const inputs = await readInputs();
	const client = new ServiceClient(inputs);
	const published = await publish(client, inputs, setOutputs);
	setOutputs(published);
	await writeSummary(published, inputs);
	if (published.replayed) info("An earlier attempt had created this post: it was not created again.");
	info(`Post ${published.group.id}: ${published.group.status}`);
	const problem = problemOf(published, inputs);
	if (problem) setFailed(plain(problem));
}
try {
	await run();
} catch (error) {
	setFailed(plain(error instanceof Error ? error.message : String(error)));
}

export {  };